// node players.js PORT TABLES RATE MOVES: players by twos move on time; from when each move was due until the other
// player's client has it, in milliseconds, as one line of JSON.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { bench } = require("./game.js");

const [port, tables, rate, moves] = process.argv.slice(2).map(Number);
const PATIENCE = 10_000;
const now = () => performance.now();
const until = (test, client) =>
  new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error("nothing came")), PATIENCE);
    const look = () => {
      if (!test(client.getState())) return;
      clearTimeout(late);
      stop();
      done(now());
    };
    const stop = client.subscribe(look);
    look();
  });

const seated = async (matchID) => {
  const players = ["0", "1"].map((playerID) =>
    Client({ game: bench, numPlayers: 2, matchID, playerID, debug: false, multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }) }),
  );
  for (const player of players) player.start();
  await Promise.all(players.map((player) => until((state) => state && player.transport.isConnected, player)));
  return players;
};

const play = async (players, place, begin) => {
  const taken = [];
  for (let number = 0; number < moves; number++) {
    const due = begin + ((number * tables + place) / rate) * 1000;
    await new Promise((go) => setTimeout(go, Math.max(0, due - now())));
    const heard = until((state) => state.G.moves > number, players[1 - (number % 2)]);
    players[number % 2].moves.play();
    taken.push((await heard) - due);
  }
  return taken;
};

(async () => {
  const name = `${process.pid}-${Date.now()}`;
  const sitting = await Promise.all(Array.from({ length: tables }, (_, place) => seated(`${name}-${place}`)));
  const begin = now() + 300;
  const taken = await Promise.all(sitting.map((players, place) => play(players, place, begin)));
  console.log(JSON.stringify(taken.flat()));
  process.exit(0);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
