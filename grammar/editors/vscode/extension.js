// Starts `wfmap lsp` for maps. Plain JavaScript: there is nothing to build.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const MAPS = [
  { scheme: 'file', language: 'wfmap' },
  { scheme: 'file', language: 'json', pattern: '**/workflows/**/*.json' },
];

let client;

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration('wfmap.path')) return;
      await deactivate();
      await start();
    }),
  );
  await start();
}

async function start() {
  const server = { command: serverPath(), args: ['lsp', '--stdio'] };
  client = new LanguageClient('wfmap', 'wfmap', server, { documentSelector: MAPS });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showWarningMessage(
      `"${server.command} lsp" does not start: ${reason}. Install wfmap, or set "wfmap.path".`,
    );
  }
}

/** What the setting names, else the wfmap of the project, else that on PATH. */
function serverPath() {
  const set = vscode.workspace.getConfiguration('wfmap').get('path');
  if (set) return set;
  // Code of a folder is run only where its owner is trusted.
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const own = folders.map(({ uri }) => join(uri.fsPath, 'node_modules', '.bin', 'wfmap'));
  return own.find((each) => existsSync(each)) ?? 'wfmap';
}

async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
}

module.exports = { activate, deactivate };
