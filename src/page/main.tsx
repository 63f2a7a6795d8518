import { render } from 'preact';
import { openServer, type Source } from './api.ts';
import { App, Locked } from './app.tsx';
import { wordsOf } from './use-source.ts';

const place = document.querySelector('#app');

function show(source: Source): void {
  if (place !== null) render(<App source={source} />, place);
}

try {
  show(await openServer());
} catch (thrown) {
  if (place !== null) render(<Locked error={wordsOf(thrown)} onOpened={show} />, place);
}
