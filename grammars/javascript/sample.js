const path = require('node:path');
const { readConfig, parse: parseArgs } = require('./config');
import React, { useState } from 'react';
import './side-effect.js';
export * from './shapes.js';

const DEFAULT_PORT = 8080;
let server;

class Router extends Base {
  static routes = new Map();
  #secret = 1;
  handler = (request) => this.dispatch(request);

  constructor(options) {
    super(options);
    this.options = Object.assign({}, options);
  }

  get port() {
    return this.options.port ?? DEFAULT_PORT;
  }

  static create(options) {
    return new Router(options);
  }
}

function* walk(tree) {
  yield* tree.children.flatMap(visit);
}

const visit = (node) => node.accept(walk);
var legacy = function (callback) {
  callback(null, path.join('a', 'b'));
};

Router.prototype.listen = function listen(port) {
  server = http.createServer(this.handler).listen(port);
};
module.exports = { Router, visit };
exports.shutdown = async () => {
  await closeAll?.(server);
};

const actions = {
  start: () => Router.create(parseArgs(process.argv)),
  stop() {
    shutdown();
  },
};

export function App({ title }) {
  const [count, setCount] = useState(0);
  return <Layout title={title}><Counter.Button onClick={() => setCount(count + 1)} /><p>{count}</p></Layout>;
}
