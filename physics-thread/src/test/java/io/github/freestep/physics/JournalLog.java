package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** Keeps the entries of some kinds of a run's log as text. */
final class JournalLog implements RunLog {
    enum Kind {
        AXIS,
        INPUT,
        COMMAND,
        TIME,
        TICK
    }

    private final EnumSet<Kind> kinds;
    private final List<String> lines = new ArrayList<>();

    /** The anchor of each TIME entry. */
    final List<TimeAnchor> anchors = new ArrayList<>();

    JournalLog(Events events, Kind... kinds) {
        this.kinds = EnumSet.copyOf(List.of(kinds));
        Inside.of(events).log(() -> this);
    }

    /** The entries so far. */
    List<String> lines() {
        return lines;
    }

    private void add(Kind kind, long tick, String text) {
        if (kinds.contains(kind)) {
            lines.add(tick + ": " + text);
        }
    }

    @Override
    public boolean isRead() {
        return true;
    }

    @Override
    public void axis(long tick, int axis, float value) {
        add(Kind.AXIS, tick, "axis " + axis + " = " + value);
    }

    @Override
    public void input(long tick, boolean isAction, int code, float value, double fraction) {
        add(Kind.INPUT, tick, (isAction ? "action " : "axis ") + code + " " + value + " at " + fraction);
    }

    @Override
    public void command(long tick, Object command) {
        add(Kind.COMMAND, tick, "COMMAND");
    }

    @Override
    public void time(long tick, TimeAnchor anchor) {
        TimeAnchor copy = new TimeAnchor();
        copy.set(anchor);
        anchors.add(copy);
        add(Kind.TIME, tick, "TIME");
    }

    @Override
    public void tick(long tick) {
        add(Kind.TICK, tick, "TICK");
    }
}
