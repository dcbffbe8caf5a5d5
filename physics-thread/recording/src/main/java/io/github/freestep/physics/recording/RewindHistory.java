package io.github.freestep.physics.recording;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.recording.JournalEntry.Kind;
import io.github.freestep.problem.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The saved worlds of a run, and what has entered it between them. For the thread that steps, which fetches the entries
 * with each save, so a tick in between costs no more than with a recorder. Any thread may read the volatile fields.
 *
 * <p>Rejected: to keep a save as its difference to the one before, without the runs of bytes that are equal. If 1,000
 * boxes of Jolt are pushed, this takes 0.78 to 0.86 of the room, because most of a save is contacts, which change and
 * move within it, and it takes nearly half as long as the save. Deflating each save takes 0.66 of the room, but three
 * times as long as the save, so that the cost of a save would allow fewer of them than the room does now.
 */
final class RewindHistory extends KeyframeSaver implements JournalReader.Handler {
    /** Of saved worlds. With the ring, and with the entries of a thousand inputs per second, all is about 64 MB. */
    private static final int MOST_BYTES = 56 << 20;

    /** Of entries. Enough for a thousand inputs per tick, because each save empties the ring. */
    private static final int RING = 1 << 14;

    /** A save takes at most one part in so many of the ticks up to the next one. */
    private static final int COST = 20;

    private static final Duration LEAST_INTERVAL = Duration.ofMillis(50);

    private final Journal<PhysicsContext> log;
    private final int capacity;
    private final double ticksPerNano;
    private final long spanTicks;
    private final long leastTicks;
    private final List<RewindPart> parts = new ArrayList<>();
    private long newestTick;

    /** How long the newest save took. */
    private long saveNanos;

    /** Set by {@link #begin}, before anything else is called. */
    @SuppressWarnings("NullAway.Init")
    private JournalReader journal;

    volatile long oldestTick = Long.MAX_VALUE;

    /** The tick of the run after which the newest rewind has come, and to which tick; so far, no tick shows a past. */
    volatile long[] rewound = {-1, -1};

    RewindHistory(Journal<PhysicsContext> log, RunSettings settings, Duration span) {
        super(
                log.context(),
                ticks(settings.rate(), LEAST_INTERVAL),
                -ticks(settings.rate(), LEAST_INTERVAL),
                MOST_BYTES);
        this.log = log;
        capacity = Recorder.capacity(settings, RING);
        ticksPerNano = settings.rate().toDouble() / 1e9;
        spanTicks = ticks(settings.rate(), span);
        leastTicks = everyTicks;
    }

    void begin() {
        journal = RunJournal.of(log).open(capacity, this);
    }

    void close() {
        journal.close();
    }

    @Override
    Object save(long tick) {
        long beganNanos = System.nanoTime();
        try {
            journal.poll(this);
            if (!journal.isOpen()) {
                return this;
            }
            if (super.save(tick) instanceof Throwable failure) {
                throw failure;
            }
            add(tick, Arrays.copyOf(buffer.array(), buffer.length()), -1);
            written();
        } catch (Throwable e) {
            // Catches errors, too, because the run must continue.
            fails("the world could not be saved", e);
            return e;
        }
        double length = buffer.length();
        // There is also a save before the span, and a newest one.
        double byRoom = spanTicks * length / Math.max(length, MOST_BYTES - 2 * length);
        long tookNanos = System.nanoTime() - beganNanos;
        // Of two, because the scheduler may have interrupted one.
        double byCost = Math.min(tookNanos, saveNanos) * COST * ticksPerNano;
        saveNanos = tookNanos;
        everyTicks = Math.max(leastTicks, (long) Math.ceil(Math.max(byRoom, byCost)));
        return this;
    }

    private void add(long tick, byte[] world, long from) {
        newestTick = Math.max(newestTick, tick);
        parts.add(new RewindPart(tick, world, from, new ArrayList<>()));
        long bytes = parts.stream().mapToLong(part -> part.world().length).sum();
        while (parts.size() > 1 && (parts.get(1).tick() <= newestTick - spanTicks || bytes > MOST_BYTES)) {
            bytes -= parts.remove(0).world().length;
        }
        oldestTick = parts.get(0).oldestTick();
    }

    private void fails(String what, Throwable why) {
        close();
        parts.clear();
        oldestTick = Long.MAX_VALUE;
        log.problems.report(Problem.Kind.RECORDING_FAILED, what + ", so the run can no longer be rewound", why);
    }

    @Override
    public void onMissed(long count, long sinceTick) {
        fails("too much has come at tick " + sinceTick, new RecordingException("the ring of the journal was full"));
    }

    @Override
    public void onEntry(JournalEntry entry) {
        newestTick = entry.kind == Kind.TICK ? entry.tick : newestTick;
        if (!parts.isEmpty()
                && entry.kind != Kind.TIME
                && entry.kind != Kind.KEYFRAME
                && !(entry.subject instanceof Rewound)) {
            JournalEntry copy = new JournalEntry();
            copy.copy(entry);
            last().entries().add(copy);
        }
    }

    private RewindPart last() {
        return parts.get(parts.size() - 1);
    }

    /** Returns the part from which a tick is computed. */
    RewindPart before(long tick) {
        journal.poll(this);
        for (int i = parts.size() - 1; i >= 0 && tick <= newestTick; i--) {
            if (parts.get(i).oldestTick() <= tick) {
                return parts.get(i);
            }
        }
        throw new NoSuchElementException("tick " + tick + " is no longer kept; keep more by a longer span");
    }

    /** Begins a branch with the world of a past tick. One without ticks, as while a player drags, is forgotten. */
    void branch(byte[] world, long from) {
        if (last().isBranch() && !last().hasTicks()) {
            parts.remove(last());
        }
        add(newestTick, world, from);
        rewound = new long[] {newestTick, from};
    }

    /** The ticks that have led to a tick, in spans, each without its first one. */
    List<long[]> path(long to) {
        List<long[]> path = new ArrayList<>();
        long end = to;
        for (int i = parts.size() - 1; i >= 0; i--) {
            RewindPart part = parts.get(i);
            if (part.isBranch() && part.tick() < end) {
                path.add(new long[] {part.tick(), end});
                end = part.from();
            }
        }
        path.add(new long[] {0, end});
        return path;
    }

    /** Copies what was played since the newest rewind that was played on from, or all if there was none. */
    List<RewindPart> newestBranch() {
        journal.poll(this);
        int begin = 0;
        for (int i = 0; i < parts.size(); i++) {
            begin = parts.get(i).isBranch() && parts.get(i).hasTicks() ? i : begin;
        }
        return parts.subList(begin, parts.size()).stream()
                .map(part -> new RewindPart(part.tick(), part.world(), part.from(), List.copyOf(part.entries())))
                .toList();
    }
}
