const { candidate_answer: answer } = JSON.parse(await new Response(process.stdin).text());
const hit = answer.includes('length');
console.log(JSON.stringify({ score: hit ? 1 : 0, hits: hit ? ['length'] : [], misses: hit ? [] : ['length'], reasoning: '' }));
