"""Speed, never tested but measured: ratios against a peer or a floor taken in the same run."""
