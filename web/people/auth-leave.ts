/** Loads `back` anew, as the person one is now. Never resolves, so that the form stays busy until the page is gone. */
export const leaveFor = (back: string): Promise<never> => {
  location.assign(back);
  return new Promise(() => {});
};
