/** From fewer, the ends of an interval are a matter of luck: it may not even hold its own estimate. */
export const fewestResamples = 200;
