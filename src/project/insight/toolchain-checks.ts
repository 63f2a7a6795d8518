import type { ProjectFiles } from './project-files.ts';
import type { Suggestion } from './suggestion.ts';

const GOLANGCI = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'];

/** What the tools that come with Go and Rust do. */
export function toolchainChecks(files: ProjectFiles): readonly Suggestion[] {
  return [...goChecks(files), ...cargoChecks(files)];
}

function goChecks(files: ProjectFiles): readonly Suggestion[] {
  const from = 'go.mod';
  if (!files.has(from)) return [];
  const settings = GOLANGCI.find((name) => files.has(name));
  return [
    settings === undefined
      ? { kind: 'lint', command: 'go vet ./...', from }
      : { kind: 'lint', command: 'golangci-lint run', from: settings },
    { kind: 'test', command: 'go test ./...', from },
    { kind: 'build', command: 'go build ./...', from },
  ];
}

/** Clippy need not be installed: it is suggested where the project has settings for it. */
function cargoChecks(files: ProjectFiles): readonly Suggestion[] {
  const from = 'Cargo.toml';
  const manifest = files.read(from);
  if (manifest === undefined) return [];
  const settings = ['clippy.toml', '.clippy.toml'].find((name) => files.has(name));
  const usesClippy = settings !== undefined || /^\[(?:workspace\.)?lints\.clippy\]/m.test(manifest);
  const lint: Suggestion = { kind: 'lint', command: 'cargo clippy', from: settings ?? from };
  return [
    ...(usesClippy ? [lint] : []),
    { kind: 'test', command: 'cargo test', from },
    { kind: 'build', command: 'cargo build', from },
  ];
}
