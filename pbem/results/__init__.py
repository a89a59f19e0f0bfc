"""What everybody may know of games: records, sheets, ratings, matches, proofs."""
