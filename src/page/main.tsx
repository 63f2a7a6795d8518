import { render } from 'preact';
import { openServer, type Source } from './api.ts';
import { App, Locked } from './app.tsx';
import { reportInside, reportSource } from './report-source.ts';
import { runAddress } from './route.ts';
import { wordsOf } from './use-source.ts';

const place = document.querySelector('#app');
const report = reportInside();

/** How many sources there were: each is shown by itself. */
let sources = 0;

function show(source: Source): void {
  sources += 1;
  if (place !== null)
    render(<App key={sources} source={source} madeAt={report?.made.at} onOpened={show} />, place);
}

async function open(): Promise<Source> {
  if (report === undefined) return openServer();
  if (!location.hash.startsWith('#/run')) location.hash = runAddress(report.page.line.run);
  return reportSource(report);
}

try {
  show(await open());
} catch (thrown) {
  if (place !== null) render(<Locked error={wordsOf(thrown)} onOpened={show} />, place);
}
