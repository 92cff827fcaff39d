// The licenses of packages whose code is copied into what we ship.
import * as fs from 'node:fs';

/** Folders of the packages that these modules belong to, each once. */
export function listPackages(modules) {
  const folders = modules.map((path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** One text: each package with its version and what its license says. */
export function renderLicenses(folders) {
  return folders
    .map((folder) => {
      const { name, version } = JSON.parse(fs.readFileSync(`${folder}/package.json`, 'utf8'));
      const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? 'See its package.json.' : fs.readFileSync(`${folder}/${file}`, 'utf8').trim();
      return `${name} ${version}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
