// Runs before the first paint, so that the dark theme shows no white flash. The switch is in src/theme/theme-choice.ts.
try {
  const choice = localStorage.getItem('turnwise.theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
} catch {
  // A browser that keeps nothing: the system says light or dark.
}
