import { listCommentTexts } from './tools/voice/comment-texts.ts';
import { findViolations } from './tools/voice/find-violations.ts';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
const ps=globSync('{src,tools,test,bench,web/src,web/page,web/report,web/calibration}/**/*.{ts,tsx,mjs,js,mts}').filter(p=>!p.includes('node_modules'));
const all=[]; let lines='';
for(const p of ps){ const t=listCommentTexts(p,readFileSync(p,'utf8')); all.push(...t); for(const x of t) lines+=`${x.path}:${x.line} [${x.kind}] ${x.text.replaceAll(/\s+/g,' ').trim()}\n`; }
writeFileSync('/tmp/comments.txt', lines);
const v=findViolations(all);
const by={}; for(const x of v){by[x.word]=(by[x.word]??0)+1}
console.log(all.length,v.length); console.log(Object.entries(by).sort((a,b)=>b[1]-a[1]).map(e=>e.join(' ')).join('\n'));
const f={}; for(const x of v){const k=x.path.split('/').slice(0,x.path.startsWith('web')||x.path.startsWith('src')?2:1).join('/'); f[k]=(f[k]??0)+1}; console.log(f);
