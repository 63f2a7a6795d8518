/**
 * Tells when the terminal is about to be somebody else's: the process ends, or is put to sleep by Ctrl-Z.
 *
 * Shape: the result lets go of the process again. Signals that stop a run are not touched: a run ends in order by them.
 */
export function onLeaving({ leave, comeBack }: { leave: () => void; comeBack: () => void }): () => void {
  const sleep = (): void => {
    leave();
    process.kill(process.pid, 'SIGSTOP');
  };
  const quit = (): void => {
    leave();
    process.off('SIGQUIT', quit);
    process.kill(process.pid, 'SIGQUIT');
  };
  process.on('exit', leave);
  process.on('SIGTSTP', sleep);
  process.on('SIGCONT', comeBack);
  process.on('SIGQUIT', quit);
  return () => {
    process.off('exit', leave);
    process.off('SIGTSTP', sleep);
    process.off('SIGCONT', comeBack);
    process.off('SIGQUIT', quit);
  };
}
