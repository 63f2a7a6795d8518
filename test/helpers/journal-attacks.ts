/** Attacks on the journal of a run, tried with and without a wall around who makes them. */

/**
 * Shape: what it does, a shell command in the root of the project, and whether something is left there to be kept aside.
 */
export const journalAttacks = (directory: string): readonly (readonly [string, string, boolean])[] => {
  const journal = `${directory}/journal.jsonl`;
  return [
    [
      'sed -i over all journals of the project',
      `find . -name '*.jsonl' | xargs sed -i 's/Plan/Plot/g'`,
      true,
    ],
    ['a line appended', `echo '{"seq":99}' >> ${journal}`, true],
    ['a record appended whose checksum holds', `tail -n 1 ${journal} >> ${journal}`, true],
    ['truncated', `truncate -s 100 ${journal}`, true],
    ['emptied', `: > ${journal}`, true],
    ['replaced by rename', `sed 's/Plan/Plot/' ${journal} > new && mv new ${journal}`, true],
    ['replaced by the same text', `cp ${journal} new && mv new ${journal}`, true],
    [
      'overwritten in place at the same length',
      `printf X | dd of=${journal} bs=1 seek=60 conv=notrunc`,
      true,
    ],
    [
      'overwritten, and dated back',
      `printf X | dd of=${journal} bs=1 seek=60 conv=notrunc; touch -d 2020-01-01 ${journal}`,
      true,
    ],
    ['replaced by a link', `mv ${journal} ../away && ln -s "$PWD/../away" ${journal}`, true],
    ['replaced by a folder', `rm ${journal} && mkdir -p ${journal}/inside`, true],
    ['removed', `rm ${journal}`, false],
    ['the folder of the run removed', `rm -rf ${directory}`, false],
    ['all of .wfmap removed', 'rm -rf .wfmap', false],
    [
      'a codemod over the whole project',
      `find . -type f -not -name '*.json' | while read -r f; do tr 'aeiou' 'eioua' < "$f" > ../new && cat ../new > "$f"; done`,
      true,
    ],
  ];
};
