package io.github.freestep.minestom;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import net.minestom.server.MinecraftServer;
import net.minestom.server.ServerFlag;
import net.minestom.server.entity.Player;
import net.minestom.server.event.EventListener;
import net.minestom.server.event.instance.InstanceTickEvent;
import net.minestom.server.instance.Instance;
import org.jspecify.annotations.Nullable;

/**
 * Shows the bodies of a service to unmodified clients of Minestom, as block displays whose motion is smooth even if the
 * server ticks seldom. Only {@link BodyViewer}s see them move: a virtual thread sends each of them 20 places a second.
 *
 * <pre>{@code
 * MinecraftServer.getConnectionManager().setPlayerProvider(BodyViewer::new);
 * BodyDisplays shown = BodyDisplays.open(
 *         instance, physics.states(), (frame, slot, meta) -> meta.setBlockState(Block.BARREL));
 * }</pre>
 *
 * <p>Any thread may call its methods.
 */
public final class BodyDisplays implements AutoCloseable {
    /** How long a new player may have to wait for the first places. */
    private static final long NEW_PLAYER_NANOS = 10_000_000;

    private final Instance instance;
    private final BodyLook look;

    /** For the thread of the game, which knows by its frames which bodies there are. */
    private final FrameSampler frames;

    private final AtomicReferenceArray<@Nullable DisplayedBody> displayed;
    private final EventListener<InstanceTickEvent> ticks = EventListener.of(InstanceTickEvent.class, tick -> tick());
    private volatile boolean isClosed;

    private BodyDisplays(Instance instance, StateBuffer states, BodyLook look) {
        this.instance = Objects.requireNonNull(
                instance, "instance must not be null; pass one of MinecraftServer.getInstanceManager()");
        this.look = Objects.requireNonNull(look, "the look");
        frames = FrameSampler.open(states);
        displayed = new AtomicReferenceArray<>(states.layout().capacity());
    }

    /**
     * Shows bodies in an instance, from its next tick on.
     *
     * @param instance shows them where its chunks are loaded, and the bodies of no other service
     * @param states of the service that moves the bodies, in metres
     * @param look says how they look
     * @return what to close before the service
     * @throws IllegalStateException if Minestom sends packets only in its ticks
     */
    public static BodyDisplays open(Instance instance, StateBuffer states, BodyLook look) {
        if (!ServerFlag.FASTER_SOCKET_WRITES) {
            throw new IllegalStateException("minestom.new-socket-write-lock must be true, was false, so places would"
                    + " reach a client only in ticks of the game; set this system property before you use Minestom");
        }
        BodyDisplays opened = new BodyDisplays(instance, states, look);
        instance.eventNode().addListener(opened.ticks);
        Thread.ofVirtual().name("freestep-show-bodies").start(() -> opened.show(states));
        return opened;
    }

    private void tick() {
        Frame frame = frames.sample();
        for (int slot = 0; slot < frame.slots(); slot++) {
            DisplayedBody body = displayed.get(slot);
            if (isShown(body, frame, slot) && !body.isRemoved()) {
                body.move(frame, slot);
                continue;
            }
            remove(slot);
            if (frame.isAlive(slot) && instance.isChunkLoaded(DisplayedBody.place(frame, slot))) {
                displayed.set(slot, new DisplayedBody(instance, look, frame, slot));
            }
        }
    }

    private void remove(int slot) {
        DisplayedBody body = displayed.getAndSet(slot, null);
        if (body != null) {
            body.remove();
        }
    }

    private void end() {
        instance.eventNode().removeListener(ticks);
        frames.close();
        for (int slot = 0; slot < displayed.length(); slot++) {
            remove(slot);
        }
    }

    private static boolean isShown(@Nullable DisplayedBody body, Frame frame, int slot) {
        return body != null && frame.isAlive(slot) && frame.life(slot) == body.life;
    }

    /** Shows the bodies to each player at evenly spaced times, however late this thread is. */
    private void show(StateBuffer states) {
        try (FrameSampler sampler = FrameSampler.open(states)) {
            for (long shownNanos = System.nanoTime(); !isClosed; ) {
                long untilNanos = System.nanoTime() + NEW_PLAYER_NANOS;
                BodyViewer first = null;
                for (Player player : instance.getPlayers()) {
                    if (player instanceof BodyViewer viewer && viewer.dueNanos - untilNanos < 0) {
                        untilNanos = viewer.dueNanos;
                        first = viewer;
                    }
                }
                for (long left; (left = untilNanos - System.nanoTime()) > 0; ) {
                    LockSupport.parkNanos(left);
                }
                if (first != null) {
                    // A new player is due since the connection was made, but a sampler goes only forwards.
                    shownNanos = Math.max(shownNanos, untilNanos);
                    show(first, sampler.sample(shownNanos));
                    first.isShown(System.nanoTime());
                }
            }
        }
    }

    private void show(BodyViewer viewer, Frame frame) {
        try {
            for (int slot = 0; slot < frame.slots(); slot++) {
                DisplayedBody body = displayed.get(slot);
                if (isShown(body, frame, slot)) {
                    body.show(viewer, frame, slot);
                }
            }
        } catch (RuntimeException e) {
            MinecraftServer.getExceptionManager().handleException(e); // the others must be shown
        }
    }

    /** Returns the entity that shows a body, or null. */
    @Nullable DisplayedBody entity(int slot) {
        return displayed.get(slot);
    }

    /** Removes the bodies from the instance, in the next tick of the server. */
    @Override
    public void close() {
        isClosed = true;
        // The same thread as that of the instance, which has no tick any more if it was unregistered.
        MinecraftServer.getSchedulerManager().scheduleNextTick(this::end);
    }
}
