/** How often the home page looks again by itself; also whenever the window gets the focus. */
export const refreshMs = 30_000;
