// A state of 10 KB, as large as a table with its log; a move counts one further.
exports.bench = {
  name: "bench",
  setup: () => ({ log: "x".repeat(10_000), moves: 0 }),
  moves: { play: ({ G }) => ({ ...G, moves: G.moves + 1 }) },
  turn: { minMoves: 1, maxMoves: 1 },
};
