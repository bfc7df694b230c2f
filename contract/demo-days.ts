/** How many days a demo squad stays. */
export const demoDays = 60;
