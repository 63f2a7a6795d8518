import { render } from 'preact';
import { openServer, type Source } from './api.ts';
import { App, Locked } from './app.tsx';
import { wordsOf } from './use-source.ts';

const place = document.querySelector('#app');

/** How many sources there were: each is shown by itself. */
let sources = 0;

function show(source: Source): void {
  sources += 1;
  if (place !== null) render(<App key={sources} source={source} onOpened={show} />, place);
}

try {
  show(await openServer());
} catch (thrown) {
  if (place !== null) render(<Locked error={wordsOf(thrown)} onOpened={show} />, place);
}
