package io.github.freestep.internal.time;

import io.github.freestep.time.Ratio;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Computes what a timeline must return, directly from the definition: simulation time is a piecewise linear function of
 * wall time. The oracle keeps every piece, uses unbounded integers, so its clock never overflows, and caches nothing.
 */
final class TimelineOracle {
    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

    private final BigInteger rateNumerator;
    private final BigInteger rateDenominator;
    private final BigInteger start;
    private final List<Piece> pieces = new ArrayList<>();
    private BigInteger simulated = BigInteger.ZERO;
    private Ratio scale = Ratio.ONE;

    TimelineOracle(Ratio rate, BigInteger start) {
        rateNumerator = BigInteger.valueOf(rate.numerator());
        rateDenominator = BigInteger.valueOf(rate.denominator());
        this.start = start;
        pieces.add(new Piece(start, BigInteger.ZERO, scale));
    }

    void pause(BigInteger now) {
        if (!paused()) {
            turn(now, null);
        }
    }

    void resume(BigInteger now) {
        if (paused()) {
            BigInteger stood = newest().simulation;
            end(now, stood);
            pieces.add(new Piece(now, stood, scale));
        }
    }

    void step(BigInteger now, BigInteger simulation) {
        end(now, newest().simulation);
        pieces.add(new Piece(now, simulation, null));
    }

    void scale(BigInteger now, Ratio newScale) {
        scale = newScale;
        if (!paused()) {
            turn(now, newScale);
        }
    }

    /** Drops time: later answers assume that simulation time never exceeded the given value. */
    void drop(BigInteger now, BigInteger simulation) {
        end(now, newest().simulationAt(now));
        for (Piece piece : pieces) {
            piece.cap = piece.cap == null ? simulation : piece.cap.min(simulation);
        }
        pieces.add(new Piece(now, simulation, newest().scale));
    }

    void simulated(BigInteger simulation) {
        simulated = simulation;
    }

    boolean paused() {
        return newest().scale == null;
    }

    Ratio scale() {
        return scale;
    }

    BigInteger anchorWall() {
        return newest().from;
    }

    BigInteger anchorSimulation() {
        return newest().simulation;
    }

    /** Returns the wall times at which a piece begins or ends. */
    List<BigInteger> turns() {
        return pieces.stream().map(piece -> piece.from).toList();
    }

    BigInteger simulationAt(BigInteger wall) {
        Piece at = pieces.get(0);
        for (Piece piece : pieces) {
            at = piece.from.compareTo(wall) <= 0 ? piece : at;
        }
        return at.simulationAt(wall).max(oldestPending().simulation);
    }

    /** Returns whether time counts at this instant: it is not paused, not dropped and not settled. */
    boolean runsAt(BigInteger wall) {
        Piece at = pieces.get(0);
        for (Piece piece : pieces) {
            at = piece.from.compareTo(wall) <= 0 ? piece : at;
        }
        boolean dropped = at.end != null && at.reached(at.end).compareTo(wall) <= 0;
        return !at.paused() && !dropped && wall.compareTo(oldestPending().from) >= 0;
    }

    BigInteger simulationOf(BigInteger tick) {
        return tick.multiply(NANOS).multiply(rateDenominator).divide(rateNumerator);
    }

    /** Returns the due time, or empty if the current pause would have to end first. */
    Optional<BigInteger> due(BigInteger tick) {
        BigInteger simulation = simulationOf(tick);
        return pieces.stream()
                .filter(piece -> piece.comesTo(simulation))
                .findFirst()
                .map(piece -> piece.firstAt(simulation));
    }

    BigInteger simulatedWall() {
        return sum(piece ->
                piece.paused() ? BigInteger.ZERO : piece.reached(simulated).subtract(piece.from));
    }

    BigInteger paused(BigInteger now) {
        return sum(piece -> piece.paused() ? piece.until(now).subtract(piece.from) : BigInteger.ZERO);
    }

    BigInteger dropped() {
        return sum(piece ->
                piece.paused() || piece.end == null ? BigInteger.ZERO : piece.until.subtract(piece.reached(piece.end)));
    }

    BigInteger pending(BigInteger now) {
        return sum(piece -> piece.paused()
                ? BigInteger.ZERO
                : (piece.end == null ? now : piece.reached(piece.end)).subtract(piece.reached(simulated)));
    }

    BigInteger wall(BigInteger now) {
        return now.subtract(start);
    }

    private void turn(BigInteger now, Ratio newScale) {
        BigInteger simulation = newest().simulationAt(now);
        BigInteger since = newest().firstAt(simulation);
        end(since, simulation);
        pieces.add(new Piece(since, simulation, newScale));
    }

    private void end(BigInteger until, BigInteger end) {
        newest().until = until;
        newest().end = end;
    }

    private Piece newest() {
        return pieces.get(pieces.size() - 1);
    }

    private Piece oldestPending() {
        return pieces.stream()
                .filter(piece -> piece.end == null || piece.top(piece.end).compareTo(simulated) > 0)
                .findFirst()
                .orElseThrow();
    }

    private BigInteger sum(Function<Piece, BigInteger> part) {
        return pieces.stream().map(part).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** A span of wall time at one scale. A null scale is a pause; a null end marks the current piece. */
    private static final class Piece {
        final BigInteger from;
        final BigInteger simulation;
        final Ratio scale;
        BigInteger until;
        BigInteger end;
        BigInteger cap;

        Piece(BigInteger from, BigInteger simulation, Ratio scale) {
            this.from = from;
            this.simulation = simulation;
            this.scale = scale;
        }

        boolean paused() {
            return scale == null;
        }

        BigInteger until(BigInteger now) {
            return until == null ? now : until;
        }

        BigInteger top(BigInteger value) {
            BigInteger capped = cap == null ? value : value.min(cap);
            return end == null ? capped : capped.min(end);
        }

        BigInteger simulationAt(BigInteger wall) {
            BigInteger run = paused()
                    ? BigInteger.ZERO
                    : wall.subtract(from)
                            .multiply(BigInteger.valueOf(scale.numerator()))
                            .divide(BigInteger.valueOf(scale.denominator()));
            return top(simulation.add(run));
        }

        /** Returns the first wall time whose simulation time is at least the given one. */
        BigInteger firstAt(BigInteger value) {
            if (paused()) {
                return from;
            }
            BigInteger[] parts = value.subtract(simulation)
                    .multiply(BigInteger.valueOf(scale.denominator()))
                    .divideAndRemainder(BigInteger.valueOf(scale.numerator()));
            return from.add(parts[0]).add(BigInteger.valueOf(parts[1].signum()));
        }

        /** Returns the wall time from which on this piece contributes nothing more towards a simulation time. */
        BigInteger reached(BigInteger value) {
            return firstAt(top(value).max(simulation));
        }

        boolean comesTo(BigInteger value) {
            boolean inTime = end == null ? !paused() || value.compareTo(simulation) <= 0 : value.compareTo(end) <= 0;
            return inTime && (cap == null || value.compareTo(cap) < 0);
        }
    }
}
