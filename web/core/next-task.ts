/** Lets the browser hear presses and draw before what follows. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
