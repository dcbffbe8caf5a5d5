package io.github.freestep.benchmarks.app.compare;

/** A display that refreshes evenly. Lets a loop draw its frames and records when they are displayed. For one thread. */
final class Screen {
    private final Stage stage;
    private final Loop loop;
    private final PlaySettings setting;
    private final FrameHistory film;
    private long refresh;
    private long dueNanos;

    Screen(Stage stage, Loop loop, PlaySettings setting, FrameHistory film) {
        this.stage = stage;
        this.loop = loop;
        this.setting = setting;
        this.film = film;
        await();
    }

    /** Draws frames until the end. */
    void run() {
        while (!ended()) {
            stage.until(dueNanos);
            stage.until(loop.notBeforeNanos());
            draw();
        }
    }

    /** Draws a frame now; it is on screen from the next refresh on. */
    void draw() {
        ShownFrame picture = loop.frame(stage.nanoTime());
        long drawnNanos = stage.nanoTime();
        refresh = (long) Math.floor(drawnNanos / 1e9 * setting.fps());
        await();
        while (nanos(refresh) <= drawnNanos) {
            await();
        }
        film.add(nanos(refresh), picture, loop.backlogNanos(drawnNanos));
    }

    private void await() {
        refresh++;
        dueNanos = nanos(refresh) + stage.wakeNanos();
    }

    private long nanos(long ofRefresh) {
        return Math.round(ofRefresh * 1e9 / setting.fps());
    }

    /** Returns when the next frame begins. */
    long dueNanos() {
        return dueNanos;
    }

    /**
     * Returns whether the play has ended. If a loop is still catching up after a stall, the play continues until it has
     * caught up, at most until the latest end.
     */
    boolean ended() {
        return film.endNanos() >= (film.catchesUp() ? setting.latestEndNanos() : setting.endNanos());
    }
}
