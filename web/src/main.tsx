import './app/without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Studio } from './app/Studio.tsx';
import { signIn } from './data/session.ts';
import './theme/studio.css';

const root = document.getElementById('studio');
if (root === null) throw new Error('The page has no element for the Studio.');
await signIn();
createRoot(root).render(
  <StrictMode>
    <Studio />
  </StrictMode>,
);
