package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.StatusLine;
import io.github.freestep.net.RemoteStates;
import java.util.function.BooleanSupplier;

/** Looks at a receiver once per frame, and prints what is new. For one thread. */
final class Watching implements AutoCloseable {
    private final RemoteStates remote;
    private final LinkFigures figures;
    private final LinkNews news;
    private final StatusLine line;
    private final long forNanos;
    private final BooleanSupplier stopped;
    private final long startNanos = System.nanoTime();

    Watching(
            RemoteStates remote,
            LinkFigures figures,
            LinkNews news,
            StatusLine line,
            long forNanos,
            BooleanSupplier stopped) {
        this.remote = remote;
        this.figures = figures;
        this.news = news;
        this.line = line;
        this.forNanos = forNanos;
        this.stopped = stopped;
    }

    boolean hasStates() {
        return figures.hasStates();
    }

    /** Returns figures of the link in the last second. */
    String link() {
        return figures.link();
    }

    /**
     * Looks at the link. Call it about 60 times per second.
     *
     * @param printsFigures whether to print the figures of each second
     * @return false if the user has interrupted the command, or its time is over
     */
    boolean goesOn(boolean printsFigures) {
        boolean second = figures.look();
        Throwable failure = remote.failure();
        String text = news.take(remote.status(), figures.hasStates(), failure == null ? null : failure.getMessage());
        if (text != null) {
            line.news(text);
        }
        if (second) {
            figures.next();
            if (printsFigures && remote.status() == RemoteStates.Status.CONNECTED && figures.hasStates()) {
                line.figures(figures.line());
            }
        }
        return !stopped.getAsBoolean() && System.nanoTime() - startNanos < forNanos;
    }

    @Override
    public void close() {
        line.end();
        figures.close();
    }
}
