// Starts the viewer over the static page that `html.ts` wrote; without scripts, or when the data cannot be opened, that page stays.

import { render } from 'preact';
import { messageOf } from '../../toolkit/base/message-of.js';
import { App } from './app.js';
import { loadData } from './data.js';

const app = document.getElementById('app');
if (app !== null) {
  try {
    const data = await loadData();
    app.replaceChildren();
    render(<App data={data} />, app);
    document.documentElement.dataset['ready'] = String(Math.round(performance.now()));
  } catch (error) {
    const note = document.createElement('p');
    note.className = 'reason error';
    note.textContent = `The data of this page cannot be opened: ${messageOf(error)}`;
    app.prepend(note);
  }
}
