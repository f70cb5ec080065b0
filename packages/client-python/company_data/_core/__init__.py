"""What the client decides: which request comes next, what to wait for, what to keep. Nothing in here sends,
sleeps or reads a clock; who drives it does (company_data/_sync.py, company_data/_async.py)."""
