package io.github.freestep.benchmarks.app.stress;

import static io.github.freestep.benchmarks.app.OptionValues.choice;
import static io.github.freestep.benchmarks.app.OptionValues.whole;
import static io.github.freestep.benchmarks.app.OptionValues.wrong;

import io.github.freestep.benchmarks.app.OptionValues;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.render.FrameMode;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes settings of options, or tells what is wrong: the value, what it can be, and so what to do. */
final class SettingsReader {
    private static final int MOST_READERS = 16;
    private static final int MOST_FPS = 10_000;
    private static final int MOST_SECONDS = 86_400;
    private static final int MOST_PRODUCERS = 64;
    private static final int MOST_EVENTS = 10_000_000;
    private static final int MOST_WINDOW = 8;

    /** Poses, a few channels and an epoch, of four bytes each. */
    private static final long BYTES_A_BODY = 60;

    private static final Pattern OVERLOAD = Pattern.compile("(slip|never-slip)|(slip-after|merge):(\\d{1,9})");

    private SettingsReader() {}

    /**
     * @throws IllegalArgumentException with all that the user needs to know
     */
    static StressSettings read(StressOptions options) {
        StressOptions.World world = options.world;
        StressOptions.Trouble trouble = options.trouble;
        if (!Scenes.names().contains(world.simulation)) {
            throw wrong("--simulation", world.simulation, "one of " + String.join(", ", Scenes.names()));
        }
        int bodies = bodies(world);
        int window = whole("--window", world.window, 1, MOST_WINDOW);
        List<Integer> fps = fps(options.view.fps);
        checkMemory(bodies, window, fps.size());
        int seconds = whole("--seconds", options.view.seconds, 1, MOST_SECONDS);
        long seed = OptionValues.seed("--seed", trouble.seed);
        Ratio rate = OptionValues.rate("--rate", world.rate);
        return new StressSettings(
                world.simulation,
                bodies,
                rate,
                fps,
                seconds,
                stepCost(world.stepCost, rate),
                overload(world.overload),
                !world.overload.equals("never-slip"),
                choice("--mode", options.view.mode, FrameMode.values()),
                window,
                whole("--producers", trouble.producers, 0, MOST_PRODUCERS),
                whole("--events-per-second", trouble.eventsPerSecond, 1, MOST_EVENTS),
                PlannedFault.plan(single(trouble.faults), seconds, seed),
                seed,
                choice("--plant", trouble.plant, Plant.values()),
                texts(options));
    }

    private static int bodies(StressOptions.World world) {
        return world.bodies == null
                ? Scenes.usualBodies(world.simulation)
                : whole("--bodies", world.bodies, 1, StateLayout.MAX_CAPACITY);
    }

    private static Map<String, String> texts(StressOptions options) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("fps", options.view.fps);
        texts.put("stepCost", options.world.stepCost);
        texts.put("overload", options.world.overload);
        texts.put("mode", options.view.mode);
        texts.put("faults", String.join(" ", options.trouble.faults));
        return texts;
    }

    private static List<String> single(List<String> faults) {
        for (String fault : faults) {
            if (fault.contains(",")) {
                throw wrong(
                        "--fault", fault, "the option once for each, as in --fault " + fault.replace(",", " --fault "));
            }
        }
        return faults;
    }

    /** A run must be able to end, and waits for the step that is under way. */
    private static StepCost stepCost(String text, Ratio rate) {
        StepCost cost = StepCost.parse(text);
        double nanos = cost.usualNanos((double) rate.denominator() / rate.numerator());
        if (nanos > StepCost.MOST_NANOS) {
            throw wrong(
                    "--step-cost",
                    text + ", which is " + Units.time(nanos) + " a step at --rate " + rate,
                    "at most " + Units.time(StepCost.MOST_NANOS) + " a step");
        }
        return cost;
    }

    private static List<Integer> fps(String text) {
        List<Integer> fps = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            if (each.equals("uncapped")) {
                fps.add(StressSettings.UNCAPPED);
            } else {
                try {
                    fps.add(whole("--fps", each, 1, MOST_FPS));
                } catch (IllegalArgumentException e) {
                    throw wrong("--fps", text, "numbers from 1 to " + MOST_FPS + " or uncapped, with commas between");
                }
            }
        }
        if (fps.size() > MOST_READERS) {
            throw wrong("--fps", text, "at most " + MOST_READERS + " readers");
        }
        return fps;
    }

    private static OverloadPolicy overload(String text) {
        Matcher matcher = OVERLOAD.matcher(text);
        if (!matcher.matches() || matcher.group(3) != null && Integer.parseInt(matcher.group(3)) < 1) {
            throw wrong("--overload", text, "slip, slip-after:TICKS, never-slip or merge:TICKS, with 1 tick or more");
        }
        if (matcher.group(1) != null) {
            return matcher.group(1).equals("slip") ? OverloadPolicy.slip() : OverloadPolicy.neverSlip();
        }
        int ticks = Integer.parseInt(matcher.group(3));
        return matcher.group(2).equals("merge") ? OverloadPolicy.merge(ticks) : OverloadPolicy.slipAfter(ticks);
    }

    /** The states, the frames, and the scene's own arrays. */
    private static void checkMemory(int bodies, int window, int readers) {
        long states = window * (readers + 2L) + 1;
        long bytes = bodies * BYTES_A_BODY * (states + 3L * readers + 2);
        long most = Runtime.getRuntime().maxMemory();
        if (bytes > most) {
            throw new IllegalArgumentException(
                    "--bodies is " + bodies + ", which with " + readers + " readers takes about "
                            + (bytes >> 20) + " MB, and the heap has " + (most >> 20)
                            + " MB; give fewer bodies or readers, or java -Xmx" + ((bytes >> 20) * 3 / 2) + "m");
        }
    }
}
