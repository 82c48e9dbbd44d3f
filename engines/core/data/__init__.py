"""Plain data: words, frozen records, files read with every fault named, canonical text and hashes."""
