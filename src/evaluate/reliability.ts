/** How far a confidence can be taken at its word. */

export interface Prediction {
  /** 0 to 1. */
  confidence: number;
  right: boolean;
}

export interface ReliabilityBin {
  /** Confidences from here, up to `to`; the last bin holds its upper end, too. */
  from: number;
  to: number;
  count: number;
  /** Mean of the confidences; null in an empty bin. */
  confidence: number | null;
  /** Share that was right; null in an empty bin. */
  right: number | null;
}

export interface Reliability {
  bins: ReliabilityBin[];
  /** Mean square of confidence minus outcome (1 right, 0 wrong); 0 is best. Null without predictions. */
  brier: number | null;
  /** The same if every prediction had the overall share as its confidence. */
  brierOfShare: number | null;
  /** Mean distance between a bin's confidence and its share of right ones, by count. */
  calibrationError: number | null;
}

/** @param edges of the bins, rising, from 0 to 1 */
export function reliabilityOf(predictions: Prediction[], edges: number[]): Reliability {
  const last = edges.length - 2;
  const bins = edges.slice(0, -1).map((from, i): ReliabilityBin => {
    const to = edges[i + 1]!;
    const inside = predictions.filter(
      ({ confidence }) => confidence >= from && (confidence < to || (i === last && confidence === to)),
    );
    return {
      from,
      to,
      count: inside.length,
      confidence: mean(inside.map(({ confidence }) => confidence)),
      right: mean(inside.map(outcome)),
    };
  });
  const share = mean(predictions.map(outcome));
  const distances = bins.flatMap(({ count, confidence, right }) =>
    confidence === null || right === null ? [] : [count * Math.abs(confidence - right)],
  );
  return {
    bins,
    brier: mean(predictions.map((one) => (one.confidence - outcome(one)) ** 2)),
    brierOfShare: share === null ? null : share * (1 - share),
    calibrationError: share === null ? null : sum(distances) / predictions.length,
  };
}

function outcome({ right }: Prediction): number {
  return Number(right);
}

function mean(numbers: number[]): number | null {
  return numbers.length === 0 ? null : sum(numbers) / numbers.length;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
