package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.journal.JournalEntry;
import io.github.freestep.physics.journal.JournalHandler;
import io.github.freestep.physics.journal.JournalReader;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** Reads a journal, and keeps its entries of some kinds as text. */
final class JournalLog implements JournalHandler {
    private final JournalReader reader;
    private final EnumSet<JournalEntry.Kind> kinds;
    private final List<String> lines = new ArrayList<>();

    /** The anchor of each TIME entry. */
    final List<TimeAnchor> anchors = new ArrayList<>();

    JournalLog(Events events, JournalEntry.Kind... kinds) {
        this.kinds = EnumSet.copyOf(List.of(kinds));
        reader = Inside.of(events).open(1 << 14, null);
    }

    /** The entries so far. */
    List<String> lines() {
        reader.poll(this);
        assertEquals(0, reader.missed());
        return lines;
    }

    @Override
    public void onEntry(JournalEntry entry) {
        if (!kinds.contains(entry.kind)) {
            return;
        }
        if (entry.kind == JournalEntry.Kind.TIME) {
            TimeAnchor anchor = new TimeAnchor();
            anchor.set(entry.anchor);
            anchors.add(anchor);
        }
        lines.add(entry.tick + ": " + text(entry));
    }

    private static String text(JournalEntry entry) {
        return switch (entry.kind) {
            case AXIS -> "axis " + entry.code + " = " + entry.value;
            case INPUT ->
                (entry.isAction ? "action " : "axis ") + entry.code + " " + entry.value + " at " + entry.fraction;
            default -> entry.kind.toString();
        };
    }

    @Override
    public void onMissed(long count, long sinceTick) {
        lines.add("missed " + count + " since tick " + sinceTick);
    }
}
