// What a reader gains where scripts run: a filter, copy buttons, links that open what they lead to.
// It is a module, and the only script that the report's policy allows.

const form = document.querySelector('[data-filter]');
const rows = [...document.querySelectorAll('[data-verdict]')];
const sections = [...document.querySelectorAll('[data-section]')];

const filter = () => {
  const wanted = new FormData(form);
  const verdicts = wanted.getAll('verdict');
  const words = wanted.get('text').toLowerCase().split(/\s+/);
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    const fits =
      (verdicts.length === 0 || verdicts.includes(row.dataset.verdict)) && words.every((word) => text.includes(word));
    row.hidden = !fits;
  }
  const isFiltered = verdicts.length > 0 || words.some((word) => word !== '');
  for (const section of sections) {
    const isEmpty = section.querySelector('[data-verdict]:not([hidden])') === null;
    section.hidden = isFiltered && isEmpty;
    if (isFiltered && !isEmpty) section.open = true;
  }
  const shown = rows.filter((row) => !row.hidden).length;
  form.querySelector('output').value = isFiltered ? `${shown} of ${rows.length} requirements` : '';
};

form.hidden = false;
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());

const select = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
};

const copy = async (button) => {
  const text = button.closest('figure').querySelector('pre');
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = 'Copied';
  } catch {
    // Without the right to write to the clipboard: the reader copies what is selected.
    select(text);
    button.textContent = 'Selected: press Ctrl+C';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
};

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button));
}

// A link into something closed, or filtered away, opens it.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.hidden) {
    form.reset();
    filter();
  }
  for (let at = target; at !== null; at = at.parentElement) {
    if (at.tagName === 'DETAILS') at.open = true;
  }
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
if (location.hash !== '') reveal();
