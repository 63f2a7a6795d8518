/**
 * Ways to write, as a program that runs behind a wall may try them.
 *
 * Shape: `each` is a line for the shell, run once for every file of {@link TARGETS} with its absolute path as `$f`;
 * `once` is run once, with all of them in `$FILES`, a line each. Both run in the repository. `$OTHER` is a file outside,
 * `$OUT` a folder outside. `onlyRoot` are those whose outcome depends on who tries.
 */
export interface Attack {
  readonly name: string;
  readonly each?: string;
  readonly once?: string;
  readonly onlyRoot?: boolean;
}

/** What is tried to be written, one of each zone. */
export const TARGETS = [
  'repo/src/app.js',
  'repo/test/a.test.js',
  'repo/lib/kept.js',
  'repo/top.txt',
  'repo/.git/description',
  'home/.bashrc',
  'outside/file.txt',
];

const NODE = (body: string): string =>
  `node -e 'const fs = require("fs"); for (const f of process.env.FILES.split("\\n")) try { ${body} } catch {}'`;
const PERL = (body: string): string => `perl -e 'for my $f (split /\\n/, $ENV{FILES}) { ${body} }'`;
const PYTHON = (body: string): string =>
  `python3 -c 'import os
for f in os.environ["FILES"].split("\\n"):
  try: ${body}
  except OSError: pass'`;
const SCRATCH = 'T=$(mktemp -d) && ';

export const ATTACKS: readonly Attack[] = [
  { name: 'redirection', each: 'echo x > "$f"' },
  { name: 'redirection that insists', each: 'set -C; echo x >| "$f"' },
  { name: 'append', each: 'echo x >> "$f"' },
  { name: 'tee', each: 'echo x | tee "$f"' },
  { name: 'cp', each: 'cp "$OTHER" "$f"' },
  { name: 'cp that removes first', each: 'cp --remove-destination "$OTHER" "$f"' },
  { name: 'install', each: 'install -m 600 "$OTHER" "$f"' },
  { name: 'dd', each: 'echo x | dd of="$f" conv=notrunc' },
  { name: 'sed -i', each: 'sed -i s/a/b/ "$f"' },
  { name: 'awk', each: `awk 'BEGIN { print "x" > ARGV[1] }' "$f"` },
  { name: 'truncate', each: 'truncate -s 0 "$f"' },
  { name: 'fallocate', each: 'fallocate -l 5000 "$f"' },
  { name: 'chmod', each: 'chmod 755 "$f"' },
  { name: 'times', each: 'touch -d 2001-01-01 "$f"' },
  { name: 'chown', each: 'chown 12345 "$f"', onlyRoot: true },
  { name: 'rm', each: 'rm -f "$f"' },
  { name: 'find -delete', each: 'find "$f" -delete' },
  { name: 'remove the folder', each: 'rm -rf "$(dirname "$f")"' },
  { name: 'rename over it', each: `${SCRATCH}echo x > "$T/n" && mv -f "$T/n" "$f"` },
  { name: 'rename over it, from beside', each: 'echo x > "$f.new" && mv -f "$f.new" "$f"' },
  { name: 'rename it', each: 'mv "$f" "$f.gone"' },
  {
    name: 'exchange two',
    once: PERL('for my $n (316, 276) { syscall($n, -100, $f, -100, "$ENV{OTHER}", 2) }'),
  },
  { name: 'move the folder', each: 'd=$(dirname "$f"); mv "$d" "$d.gone" && mkdir "$d" && echo x > "$f"' },
  { name: 'move the repository', once: 'mv "$REPO" "$REPO.gone"' },
  { name: 'hard link over it', each: 'ln -f "$OTHER" "$f"' },
  { name: 'hard link to it', each: 'ln -f "$f" src/alias && echo x > src/alias' },
  {
    name: 'hard link to it, outside',
    each: 'ln "$f" "$OUT/alias" && echo x > "$OUT/alias"; rm -f "$OUT/alias"',
  },
  { name: 'symbolic link over it', each: 'ln -sfn "$OTHER" "$f"' },
  { name: 'symbolic link to it', each: 'ln -sfn "$f" src/way; echo x > src/way' },
  {
    name: 'symbolic link to the folder',
    each: 'ln -sfn "$(dirname "$f")" src/ways; echo x > "src/ways/$(basename "$f")"',
  },
  { name: 'a new file', each: 'echo x > "$(dirname "$f")/new"' },
  { name: 'a new folder', each: 'mkdir "$(dirname "$f")/new"' },
  { name: 'a pipe', each: 'mkfifo "$f.pipe"' },
  { name: 'a device', each: 'mknod "$f.device" b 7 99', onlyRoot: true },
  {
    name: 'a socket',
    once: PERL('use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0); bind $s, pack_sockaddr_un("$f.s")'),
  },
  { name: 'perl', once: PERL('open my $o, ">", $f; print $o "x"') },
  { name: 'python', once: PYTHON('open(f, "w").write("x")') },
  { name: 'python, os.truncate', once: PYTHON('os.truncate(f, 1)') },
  { name: 'node', once: NODE('fs.writeFileSync(f, "x")') },
  {
    name: 'node, as editors do',
    once: NODE('fs.writeFileSync(f + ".tmp", "x"); fs.renameSync(f + ".tmp", f)'),
  },
  { name: 'node, ftruncate', once: NODE('fs.ftruncateSync(fs.openSync(f, "r+"), 1)') },
  { name: 'node, copy', once: NODE('fs.copyFileSync(process.env.OTHER, f)') },
  { name: 'a script of npm', once: 'npm run --silent write' },
  {
    name: 'an archive',
    each: `${SCRATCH}echo x > "$T/x" && tar -C "$T" -cPf "$T/t" --transform "s|.*|$f|" x && tar -xPf "$T/t"`,
  },
  { name: 'an empty environment', each: 'env -i /bin/sh -c \'echo x > "$1"\' sh "$f"' },
  { name: 'its own root', each: 'echo x > "/proc/self/root$f"' },
  { name: 'the root of any process', each: 'for r in /proc/[0-9]*/root; do echo x > "$r$f"; done' },
  { name: 'an open descriptor', each: 'exec 9< "$f"; echo x > /proc/self/fd/9' },
  {
    name: 'remount',
    each: 'mount -o remount,rw,bind "$(dirname "$f")"; mount -o remount,rw,bind /; echo x > "$f"',
  },
  {
    name: 'umount',
    once: `umount -l "$REPO/test"; umount -l "$REPO/.git"; ${PERL('open my $o, ">", $f; print $o "x"')}`,
    onlyRoot: true,
  },
  {
    name: 'namespaces of its own',
    each: 'unshare -Urm sh -c \'umount -l "$1"; mount -o remount,rw,bind /; echo x > "$1"\' sh "$f"',
  },
  {
    name: 'the namespaces of the first process',
    each: 'nsenter -t 1 -m sh -c \'echo x > "$1"\' sh "$f"',
    onlyRoot: true,
  },
  {
    name: 'the root of the first process',
    each: 'chroot /proc/1/root /bin/sh -c \'echo x > "$1"\' sh "$f"',
    onlyRoot: true,
  },
  { name: 'another bwrap', each: 'bwrap --bind / / sh -c \'echo x > "$1"\' sh "$f"' },
  {
    name: 'in the background',
    each: '(trap "" TERM; setsid sh -c \'sleep 0.05; echo x > "$1"\' sh "$f" > /dev/null 2>&1 &)',
  },
  { name: 'git commit', once: 'echo x > src/app.js; git add -A; git commit -qm x' },
  { name: 'git commit of everything, without hooks', once: 'git commit -qam x --allow-empty --no-verify' },
  {
    name: 'git commit with hooks elsewhere',
    once: 'git -c core.hooksPath=/dev/null commit -qm x --allow-empty',
  },
  { name: 'git stash', once: 'git stash -q' },
  { name: 'git branch', once: 'git branch evil' },
  { name: 'git tag', once: 'git tag evil' },
  { name: 'git update-ref', once: 'git update-ref refs/heads/evil HEAD' },
  { name: 'git config', once: 'git config core.hooksPath /tmp' },
  { name: 'git config of the user', once: 'git config --global alias.st status' },
  { name: 'git worktree', once: 'git worktree add -q "$OUT/worktree"' },
  { name: 'git pack-refs', once: 'git pack-refs --all' },
  { name: 'git rm', once: 'git rm -qf test/a.test.js' },
  {
    name: 'git apply',
    once: 'printf -- "--- a/test/a.test.js\\n+++ b/test/a.test.js\\n@@ -1,2 +1,2 @@\\n-a\\n+x\\n repo/test/a.test.js\\n" | git apply',
  },
  {
    name: 'git with a repository elsewhere',
    once: `${SCRATCH}export GIT_DIR="$T/g"; git init -q; mkdir "$T/w" "$T/w/test"; echo x > "$T/w/test/a.test.js"; git --work-tree="$T/w" add -A; git --work-tree="$REPO" checkout -qf -- test`,
  },
  {
    name: 'git push from a clone',
    once: `${SCRATCH}git clone -q . "$T/c" && cd "$T/c" && git commit -qm x --allow-empty && git push -q origin HEAD:evil`,
  },
  { name: 'a hook', once: 'echo "#!/bin/sh" > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit' },
  { name: 'a link for .git', once: `${SCRATCH}cp -r .git "$T/g" && rm -rf .git && ln -s "$T/g" .git` },
  { name: 'settings of the agent', once: 'mkdir -p .claude && echo {} > .claude/settings.json' },
  { name: 'a frozen name', once: 'echo x > absent' },
  { name: 'a frozen name, as a folder', once: 'mkdir absent; echo x > absent/x' },
  { name: 'a frozen name, by renaming', once: 'rmdir absent; echo x > src/x; mv -T src/x absent' },
  { name: '/tmp', once: 'echo x > "/tmp/$MARK"' },
  { name: '/var/tmp', once: 'echo x > "/var/tmp/$MARK"' },
  { name: '/dev/shm', once: 'echo x > "/dev/shm/$MARK"' },
];
