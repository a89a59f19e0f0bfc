"""Games on paper and in files: score sheets, records, and a site of results."""
