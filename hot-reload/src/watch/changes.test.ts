import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Changes } from './changes.ts';

describe('changes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const gathered = () => {
    const told: string[] = [];
    const changes = new Changes({ began: () => told.push('began'), settled: (paths) => told.push(paths.join(' ')), settleMs: 30 });
    return { told, changes };
  };

  it('are told at the first one, and together when it is quiet', () => {
    const { told, changes } = gathered();
    changes.note('a');
    expect(told).toEqual(['began']);
    vi.advanceTimersByTime(29);
    changes.note('b');
    changes.note('a');
    vi.advanceTimersByTime(29);
    expect(told).toEqual(['began']);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(['began', 'a b']);
    changes.note('c');
    vi.advanceTimersByTime(30);
    expect(told).toEqual(['began', 'a b', 'began', 'c']);
  });

  it('of many files may pause', () => {
    const { told, changes } = gathered();
    for (let n = 0; n < 3000; n++) {
      changes.note(`part ${n}`);
      vi.advanceTimersByTime(n === 1500 ? 199 : 2);
    }
    expect(told).toEqual(['began']);
    vi.advanceTimersByTime(200);
    expect(told).toHaveLength(2);
  });

  it('of ever new files are told after ten seconds', () => {
    const { told, changes } = gathered();
    for (let n = 0; n < 500; n++) {
      changes.note(`part ${n}`);
      vi.advanceTimersByTime(20);
    }
    expect(told).toHaveLength(2);
  });

  it('that never end are told after a second', () => {
    const { told, changes } = gathered();
    for (let ms = 0; ms < 1000; ms += 20) {
      changes.note('log');
      vi.advanceTimersByTime(20);
    }
    expect(told).toEqual(['began', 'log']);
  });
});
