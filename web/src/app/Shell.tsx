import { Link, Outlet } from '@tanstack/react-router';

/** The frame of every page: where one can go, and the page. */
export function Shell() {
  return (
    <div className="grid h-full grid-rows-[auto_1fr]">
      <nav className="flex gap-4 border-line border-b p-3">
        <Link to="/">Home</Link>
        <Link to="/review">Review</Link>
        <Link to="/items">Explorer</Link>
        <Link to="/datasets">Datasets</Link>
      </nav>
      <main className="min-h-0 overflow-auto">
        <Outlet />
      </main>
    </div>
  );
}
