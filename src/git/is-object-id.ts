/** Whether a text has the form of an object's name: nothing else that a journal calls one may reach git as an argument. */
export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(text);
}
