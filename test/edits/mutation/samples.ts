/** Small programs of our own in twelve languages: what the mutation suite edits. */

export interface Sample {
  path: string;
  text: string;
}

const python = `"""Keeps the stock of a small shop."""
import json
from pathlib import Path

LIMIT = 40


class Stock:
    def __init__(self, path: Path):
        self.path = path
        self.items = {}

    def load(self):
        with self.path.open() as handle:
            self.items = json.load(handle)
        return len(self.items)

    def take(self, name, count=1):
        left = self.items.get(name, 0)
        if left < count:
            raise ValueError(f"only {left} of {name}")
        self.items[name] = left - count
        return self.items[name]


def report(stock):
    for name, left in sorted(stock.items.items()):
        print(f"{name}: {left}")
`;

const typescript = `import { readFile } from 'node:fs/promises';

export interface Ticket {
  id: number;
  title: string;
  done: boolean;
}

const retries = 3;

export async function load(file: string): Promise<Ticket[]> {
  const text = await readFile(file, 'utf8');
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) {
    throw new Error("no list of tickets");
  }
  return rows.map((row, index) => ({ id: index, title: String(row), done: false }));
}

export function open(tickets: Ticket[]): Ticket[] {
  return tickets.filter((ticket) => !ticket.done);
}

export const label = (ticket: Ticket): string => \`#\${ticket.id} \${ticket.title}\`;
`;

const go = `package queue

import (
\t"errors"
\t"sync"
)

// ErrEmpty says that nothing waits.
var ErrEmpty = errors.New("queue is empty")

type Queue struct {
\tmutex sync.Mutex
\tjobs  []string
}

func (q *Queue) Push(job string) {
\tq.mutex.Lock()
\tdefer q.mutex.Unlock()
\tq.jobs = append(q.jobs, job)
}

func (q *Queue) Pop() (string, error) {
\tq.mutex.Lock()
\tdefer q.mutex.Unlock()
\tif len(q.jobs) == 0 {
\t\treturn "", ErrEmpty
\t}
\tjob := q.jobs[0]
\tq.jobs = q.jobs[1:]
\treturn job, nil
}
`;

const rust = `use std::collections::HashMap;

/// Counts words.
pub struct Counter {
    words: HashMap<String, usize>,
    longest: usize,
}

impl Counter {
    pub fn new() -> Self {
        Counter { words: HashMap::new(), longest: 0 }
    }

    pub fn feed(&mut self, text: &str) {
        for word in text.split_whitespace() {
            let key = word.to_lowercase();
            self.longest = self.longest.max(key.len());
            *self.words.entry(key).or_insert(0) += 1;
        }
    }

    pub fn top(&self, count: usize) -> Vec<(&String, &usize)> {
        let mut all: Vec<_> = self.words.iter().collect();
        all.sort_by(|a, b| b.1.cmp(a.1));
        all.truncate(count);
        all
    }
}
`;

const java = `package shop;

import java.util.ArrayList;
import java.util.List;

public class Basket {
    private final List<String> names = new ArrayList<>();
    private double total = 0.0;

    public void add(String name, double price) {
        if (price < 0) {
            throw new IllegalArgumentException("negative price");
        }
        names.add(name);
        total += price;
    }

    public double total() {
        return Math.round(total * 100) / 100.0;
    }

    @Override
    public String toString() {
        return String.join(", ", names) + " = " + total();
    }
}
`;

const ruby = `require 'set'

# A tiny blog.
class Blog
  attr_reader :posts

  def initialize(title)
    @title = title
    @posts = []
    @tags = Set.new
  end

  def publish(text, tags: [])
    raise ArgumentError, 'empty post' if text.strip.empty?

    @posts << { text: text, tags: tags, at: Time.now }
    tags.each { |tag| @tags.add(tag.downcase) }
    @posts.size
  end

  def tagged(tag)
    @posts.select { |post| post[:tags].include?(tag) }
  end
end
`;

const css = `:root {
  --accent: #2266cc;
  --gap: 12px;
}

.card {
  display: grid;
  gap: var(--gap);
  padding: 16px;
  border-radius: 8px;
}

.card > h2 {
  margin: 0;
  font-size: 1.2rem;
  color: var(--accent);
}

@media (max-width: 600px) {
  .card {
    padding: 8px;
    border-radius: 0;
  }
}
`;

const html = `<!doctype html>
<html lang="de">
  <head>
    <meta charset="utf-8">
    <title>Öffnungszeiten</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header class="top">
      <h1>Bäckerei Müller</h1>
      <nav><a href="/brot">Brot</a> <a href="/kuchen">Kuchen</a></nav>
    </header>
    <main>
      <p class="lead">Täglich frisch ab sechs Uhr.</p>
      <table>
        <tr><td>Montag</td><td>6 bis 18 Uhr</td></tr>
        <tr><td>Samstag</td><td>7 bis 13 Uhr</td></tr>
      </table>
    </main>
  </body>
</html>
`;

const sql = `create table customer (
  id integer primary key,
  name text not null,
  city text default 'Kiel'
);

create index customer_city on customer (city);

create view local_customers as
select id, name
from customer
where city = 'Kiel'
order by name;

insert into customer (id, name) values (1, 'Ada');
insert into customer (id, name) values (2, 'Grace');
`;

const c = `#include <stdio.h>
#include <string.h>

#define MAX_NAME 32

struct person {
    char name[MAX_NAME];
    int age;
};

static int older(const struct person *a, const struct person *b)
{
    return a->age > b->age;
}

int main(void)
{
    struct person first = { "Ada", 36 };
    struct person second = { "Alan", 41 };
    if (older(&first, &second)) {
        printf("%s is older\\n", first.name);
    } else {
        printf("%s is not\\n", first.name);
    }
    return 0;
}
`;

const yaml = `name: checks
on:
  push:
    branches: [main]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Install
        run: npm ci
      - name: Run the tests
        run: npm test
        env:
          LEVEL: "high"
          REGION: eu-1
`;

const tiny = `alpha = 1
beta = 2
`;

/** One file that is not small: unique lines around the same few statements. */
const huge = Array.from({ length: 1500 }, (_, index) => `    register(${index}, "handler ${index}");\n`).join(
  '',
);

export const samples: readonly Sample[] = [
  { path: 'shop/stock.py', text: python },
  { path: 'src/tickets.ts', text: typescript },
  { path: 'queue/queue.go', text: go },
  { path: 'src/counter.rs', text: rust },
  { path: 'src/shop/Basket.java', text: java },
  { path: 'lib/blog.rb', text: ruby },
  { path: 'web/card.css', text: css },
  { path: 'web/index.html', text: html },
  { path: 'db/schema.sql', text: sql },
  { path: 'src/main.c', text: c },
  { path: '.github/checks.yml', text: yaml },
  { path: 'tiny.ini', text: tiny },
  { path: 'src/handlers.js', text: huge },
];
