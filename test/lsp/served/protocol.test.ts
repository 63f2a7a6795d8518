import { describe } from 'vitest';
import { placeOf } from '../helpers/language-client.ts';
import { test } from './server-process.ts';

describe('the server', () => {
  test('tells what it can do', async ({ editor, expect }) => {
    expect(editor.client.capabilities).toMatchInlineSnapshot(`
      {
        "codeActionProvider": {
          "codeActionKinds": [
            "quickfix",
            "source.fixAll.wfmap",
          ],
        },
        "completionProvider": {
          "triggerCharacters": [
            """,
            ".",
            "/",
            "$",
            "{",
            " ",
          ],
        },
        "definitionProvider": true,
        "documentFormattingProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "hoverProvider": true,
        "referencesProvider": true,
        "renameProvider": {
          "prepareProvider": true,
        },
        "textDocumentSync": {
          "change": 2,
          "openClose": true,
          "save": true,
        },
        "workspace": {
          "workspaceFolders": {
            "changeNotifications": true,
            "supported": true,
          },
        },
        "workspaceSymbolProvider": true,
      }
    `);
  });

  test('follows what is typed', async ({ editor: { client, read }, expect }) => {
    const path = 'workflows/ship.json';
    const text = read(path);
    await client.open(path, text);
    const start = placeOf(text, '"target": "Look"', 11);
    const range = { start, end: { ...start, character: start.character + 4 } };
    const version = await client.change(path, [{ range, text: 'Looc' }]);
    const found = await client.diagnostics(path, version);
    expect(found.map(({ code }) => code)).toEqual(['unknown-target']);
  });

  test('ends with 0 when it is told to, and serves nothing after a shutdown', async ({ editor, expect }) => {
    const { client } = editor;
    await client.connection.sendRequest('shutdown');
    await expect(client.request('textDocument/documentSymbol', 'workflows/ship.json')).rejects.toThrow(
      /told to shut down/,
    );
    const ended = new Promise((resolve) => editor.server.on('exit', resolve));
    await client.connection.sendNotification('exit');
    expect(await ended).toBe(0);
  });

  test('ends with 1 when it is told to without a shutdown', async ({ editor, expect }) => {
    const ended = new Promise((resolve) => editor.server.on('exit', resolve));
    await editor.client.connection.sendNotification('exit');
    expect(await ended).toBe(1);
  });

  test('ends when its input ends', async ({ editor, expect }) => {
    const ended = new Promise((resolve) => editor.server.on('exit', resolve));
    editor.server.stdin?.end();
    expect(await ended).toBe(1);
  });

  test('answers a request that makes no sense with an error, and the next one as ever', async ({
    editor,
    expect,
  }) => {
    const { client } = editor;
    await client.open('workflows/ship.json', editor.read('workflows/ship.json'));
    for (const params of [{}, { textDocument: 5, position: 'x' }]) {
      await expect(client.connection.sendRequest('textDocument/hover', params)).rejects.toThrow(
        /failed with message/,
      );
    }
    await expect(client.connection.sendRequest('textDocument/nothing', {})).rejects.toThrow(
      /Unhandled method/,
    );
    const symbols = await client.request<readonly unknown[]>(
      'textDocument/documentSymbol',
      'workflows/ship.json',
    );
    expect(symbols).toHaveLength(8);
  });

  test('has nothing to say of a file that it was never told of, or that is none', async ({
    editor,
    expect,
  }) => {
    for (const path of ['nowhere.json', 'package.json']) {
      expect(await editor.client.request('textDocument/documentSymbol', path)).toBeNull();
    }
    const uri = 'untitled:Untitled-1';
    const { connection } = editor.client;
    expect(await connection.sendRequest('textDocument/foldingRange', { textDocument: { uri } })).toBeNull();
  });
});
