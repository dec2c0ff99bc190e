"""The records: searched for, confirmed by a second search, certified, and shown as a page."""
