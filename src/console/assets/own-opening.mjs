// The page of an account's link keeps the secret in its form: no address needs it any more.
history.replaceState(null, '', location.pathname);
