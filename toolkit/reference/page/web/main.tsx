// Starts the page of a sandbox: asks the server again and again, as long as somebody looks.
import { render } from 'preact';
import { App } from './app.js';

const app = document.getElementById('app');
if (app !== null) {
  app.replaceChildren();
  render(<App />, app);
}
