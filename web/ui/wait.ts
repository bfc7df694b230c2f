/** Waits some milliseconds. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets the browser hear presses and draw before what follows. */
export const nextTask = (): Promise<void> => wait(0);
