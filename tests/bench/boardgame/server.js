// boardgame.io with a game of which nothing is asked but that moves alternate; in memory, as it comes.
const { Server, Origins } = require("boardgame.io/server");
const { bench } = require("./game.js");

const server = Server({ games: [bench], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]), () => console.log("ready"));
