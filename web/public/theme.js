// Before the first paint, so that nobody who chose dark sees a white flash. The switch: src/theme/theme-choice.ts.
try {
  const choice = localStorage.getItem('turnwise.theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
} catch {
  // A browser that keeps nothing: the system says light or dark.
}
