/** Asks the browser's authenticator for what a form of passkeys needs, and sends the form with its answer. */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const withIds = (list = []) => list.map((each) => ({ ...each, id: bytesOf(each.id) }));

async function answerTo({ challenge, user, excludeCredentials, allowCredentials, ...options }) {
  const asked = { ...options, challenge: bytesOf(challenge) };
  const credential = await (user === undefined
    ? navigator.credentials.get({ publicKey: { ...asked, allowCredentials: withIds(allowCredentials) } })
    : navigator.credentials.create({
        publicKey: {
          ...asked,
          user: { ...user, id: bytesOf(user.id) },
          excludeCredentials: withIds(excludeCredentials),
        },
      }));
  const { response } = credential;
  const parts = { transports: response.getTransports?.() };
  for (const part of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'])
    if (response[part]) parts[part] = textOf(response[part]);
  const { id, type } = credential;
  return JSON.stringify({ id, rawId: id, type, response: parts, clientExtensionResults: {} });
}

for (const form of document.querySelectorAll('form[data-passkey]'))
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      form.elements.response.value = await answerTo(JSON.parse(form.dataset.passkey));
      form.submit();
    } catch {
      form.querySelector('.trouble').hidden = false;
    }
  });
