/** Ends an evaluation from inside, with a reason that needs no translation. Never leaves this folder. */
export class ExpressionFault extends Error {
  override readonly name = 'ExpressionFault';
}
