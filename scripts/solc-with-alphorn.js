// node scripts/solc-with-alphorn.js ALPHORN CONTRACT.sol
//
// Runs the real solc (npm package `solc`) with its SMT callback answered by Alphorn in the style of Z3. solc prints what it
// proves and what it finds violated. The build of solc for JavaScript takes no counterexamples from a callback, so the second
// query that the native solc sends, with (get-proof), is sent here, and its facts are printed in the order in which solc's own
// `graphFromZ3Answer` meets them.
const fs = require('fs');
const { spawnSync } = require('child_process');
const solc = require('solc');

const [alphorn, contract] = process.argv.slice(2);
const options = ['--compat', 'z3', '-in', '-smt2', 'rewriter.pull_cheap_ite=true', 'fp.spacer.q3.use_qgen=true',
  'fp.spacer.mbqi=false', 'fp.spacer.ground_pobs=false'];

function ask(query) {
  const run = spawnSync(alphorn, options, { input: query, encoding: 'utf8', maxBuffer: 1 << 28 });
  return run.stdout;
}

/** The S-expressions of a text: strings and lists. */
function parse(text) {
  const stack = [[]];
  for (const [token] of text.matchAll(/\|[^|]*\||[()]|[^\s()|]+/g)) {
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const list = stack.pop();
      stack[stack.length - 1].push(list);
    } else stack[stack.length - 1].push(token);
  }
  return stack[0];
}

function write(term) {
  return Array.isArray(term) ? `(${term.map(write).join(' ')})` : term;
}

/** The facts of a proof, walked as solc does: from the root down through the premises of `hyper-res` steps. */
function facts(answer) {
  const [, [...commands]] = parse(answer);
  let node = commands.find((command) => command[0] === 'proof')[1];
  const lets = {};
  while (node[0] === 'let') {
    for (const [name, value] of node[1]) lets[name] = value;
    node = node[2];
  }
  const found = [];
  const todo = [node[1]];
  while (todo.length > 0) {
    const step = todo.pop();
    found.push(write(step[step.length - 1]));
    todo.push(...step.slice(2, -1).map((premise) => lets[premise] || premise));
  }
  return found;
}

const counterexamples = [];
function smtSolver(query) {
  const answer = ask(query);
  if (answer.startsWith('unsat')) {
    const again = ask(`(set-option :produce-proofs true)${query}\n(get-proof)`);
    counterexamples.push(facts(again));
  }
  return { contents: answer };
}

const input = {
  language: 'Solidity',
  sources: { [contract]: { content: fs.readFileSync(contract, 'utf8') } },
  settings: { modelChecker: { engine: 'chc', solvers: ['smtlib2'], showProvedSafe: true, targets: ['assert'] } },
};
const output = JSON.parse(solc.compile(JSON.stringify(input), { smtSolver }));
for (const error of output.errors || []) console.log(error.formattedMessage);
for (const steps of counterexamples) {
  console.log('Counterexample, from the violated assertion back to the constructor:');
  for (const step of steps) console.log(`  ${step}`);
}
