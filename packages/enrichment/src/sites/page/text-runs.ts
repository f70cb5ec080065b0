/** Gathers runs of text, which continue through inline elements and end at the borders of a block. */
import type { Region } from '../site-reading.js';
import { visibleText } from './plain-text.js';

interface Run {
  readonly region: Region;
  readonly text: string;
}

export class TextRuns {
  readonly runs: Run[] = [];
  private parts: string[] = [];
  private region: Region = 'main';
  private length = 0;

  /** @param most characters of all runs together */
  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.length >= this.most;
  }

  add(text: string, region: Region): void {
    if (region !== this.region) this.part();
    this.region = region;
    const room = this.most - this.length;
    // Indentation is no text.
    const visible = visibleText(text);
    const fittingText = visible.length > room ? visible.slice(0, room) : visible;
    this.length += fittingText.length;
    if (fittingText !== '') this.parts.push(fittingText);
  }

  part(): void {
    if (this.parts.length === 0) return;
    const text = visibleText(this.parts.join('')).trim();
    this.parts = [];
    if (text !== '') this.runs.push({ region: this.region, text });
  }
}
