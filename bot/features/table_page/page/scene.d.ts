// The frames between Kiu and the table page. bot/features/table_page/scene.py makes the scene; this page draws it.
// A scene holds only what its viewer may know. Amounts are chips. Texts are in the viewer's language.

export interface Scene {
  table: string;
  game: string; // "qiuqiu", "kookiew", "quandui"
  title: string; // the name of the game
  place: string; // where it is played; may be empty
  stakes: string; // the limits in one line
  practice: boolean;
  hand: string; // its number, as people say it; empty before the first
  phase: "lobby" | "playing" | "over" | "closed";
  chairs: number; // taken and free
  seats: { [chair: string]: Seat }; // the taken ones, "0" first
  middle: QiuQiuMiddle | KooKiewMiddle | QuanDuiMiddle | null; // null in the lobby
  said: string; // the latest event or notice
  question: string; // of the table: who is asked for what, without the time; in the lobby, what is missing
  clock: Clock | null;
  mine: Mine | null; // null for somebody without a chair
  contenders: number[]; // chairs of which I may guess that they gain most: I have no hand, and it is not too late
  open: Button[]; // what anybody may press who may: join, start, add a computer player
  result: Result | null; // of the hand that is over
  names: { [card: string]: string }; // cards face up in words, where those are not the name itself
  watching: string[]; // names of people without a chair who look on; of a crowd only the first
  watchers: number; // how many they are
}

export interface Seat {
  name: string;
  stack: number;
  bet: number; // in front of the seat: QiuQiu this round's bet, Koo Kiew the stake; it lies in `middle` too
  me: boolean;
  asked: boolean; // their turn
  computer: boolean;
  host: boolean;
  dealer: boolean; // or keeps the bank
  dim: boolean; // folded, sits out, waits for the next hand
  mark: string; // a few words: "folded", "all-in", "sits out"; may be empty
  did: string; // the last action in this round: "Raise to 40"; may be empty
  down: number; // cards face down
  up: string[][]; // cards face up, grouped as they count
  value: string; // of the cards face up: "9 / 4"
  net: number | null; // of a hand that is over
  won: boolean;
}

export interface Clock {
  ends: number; // seconds since 1970, by Kiu's clock (see `now`)
  seconds: number; // of the whole ring
  bank: boolean; // the time bank runs
  pause: boolean; // until the next hand
}

export interface Mine {
  chair: number;
  groups: string[][]; // my cards as they count best: pairs, then singles as groups of one
  values: string[]; // of the first groups: ["9", "4"]
  value: string; // of all: "9 / 4", or a sentence so far
  newest: string; // the card I took last; may be empty
  plain: boolean; // a pair counts by its spots alone
  up: string[]; // of my groups, one card of each dui that lies face up
  lines: string[]; // what else concerns me
  question: string; // empty if I am not asked
  buttons: Button[][]; // my legal moves; empty if I am not asked
  before: Button[]; // decisions before my turn, and for all questions; one that is taken is not plain
  more: Button[]; // hint, proof, rules with my hand
}

export interface QiuQiuMiddle {
  pot: number;
  pots: { amount: number; chairs: number[] }[]; // main pot first; of one pot, only that
  round: number; // betting rounds so far, from 0
  rounds: number;
}

export interface KooKiewMiddle {
  stage: "bidding" | "staking" | "showing" | "over";
  bank: number;
  staked: number; // all stakes
  cover: number | null; // stakes that the bank covers; null if it covers any
}

export interface QuanDuiMiddle {
  stock: number; // cards left to draw
  discards: string[]; // the latest last
  offered: string; // the discard that can be claimed or picked up now; may be empty
  window: boolean; // everybody is asked for claims
}

export interface Button {
  label: string;
  command: string;
  turn: string;
  style: "plain" | "primary" | "success" | "danger";
  menu?: true; // turns a page of a menu
  card?: string; // the card that it discards
  ask?: Ask;
}

export interface Ask {
  prompt: string;
  least: number;
  most: number;
  step: number;
  named: { label: string; amount: number }[]; // ½ pot, pot, all-in
}

export interface Result {
  lines: string[]; // who won, and why
  guessed: string; // how many of those who looked on have guessed it; may be empty
  showing: number[]; // chairs in the order in which they are turned, winners last
  pots: { amount: number; chairs: number[] }[]; // to whom each goes
  moments: Moment[];
}

export interface Moment {
  kind: string; // "nine-nine", "enam-dewa", "quan-dui", "broken-bank", "knock-out", "comeback" …
  chair: number;
  headline: string; // "9 / 9"
  words: string; // "Kiu! Budi takes 360"
}

// ---- from Kiu to the page

export type Frame =
  | { type: "scene"; now: number; scene: Scene }
  | { type: "patch"; now: number; patch: object } // a JSON merge patch (RFC 7396) of the scene
  | { type: "none"; now: number; message: Message } // no table is open here
  | { type: "reply"; id: string; refused: boolean; confirms: boolean; menu: boolean; message: Message }
  | { type: "refused"; id: string; reason: string } // a key of this page's words
  | { type: "guess"; hand: string; chair: number; name: string; hit?: boolean; right: number; guessed: number } // mine, and my tally
  | { type: "reaction"; from: string; chair: number; kind: string };

export interface Message {
  title: string;
  lines: string[];
  rows: { [line: string]: { cells: string[]; heads: string[] } }; // lines that are rows of tables, by their place
  footer: string;
  fold: { sign: string; lines: string[] } | null; // what is rarely read
  buttons: Button[][];
  select: { prompt: string; options: Button[] } | null;
  picture: { alt: string; width: number; height: number; src: string } | null;
  file: { name: string; bytes: number; src: string } | null;
}

// ---- from the page to Kiu

export type Sent =
  | { type: "hello"; table: string; language: string; room?: string; telegram?: string; discord?: string; guest?: string; mark?: string; code?: string; name?: string }
  | { type: "press"; id: string; text: string; turn: string; menu: boolean }
  | { type: "guess"; chair: number }
  | { type: "react"; chair: number; kind: string };
