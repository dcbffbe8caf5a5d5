package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The tables of the page about the gallery and the picture in it are what the command writes by default. */
class GalleryPageTest {
    private static final List<LoopResult> ROWS =
            new Comparison(CompareCommand.LOOP_FPS, CompareCommand.SEED, CompareCommand.LOOP_SECONDS).rows();

    private static String page;

    @BeforeAll
    static void play() throws Exception {
        page = Files.readString(Path.of("..", "gallery.md"));
    }

    /** The page has only the first table of the command, and says in sentences what the others show. */
    @Test
    void theTableHasTheLinesOfTheFirstOneOfTheCommand() {
        requireInPage(ROWS.stream().map(LoopTable.all().get(0)::line).toList());
    }

    // The figures of a page.
    @EnabledIfSystemProperty(named = "thorough", matches = ".*")
    @Test
    void theTableOfKeysHasTheLinesOfTheCommand() {
        requireInPage(KeyTable.lines(CompareCommand.SEED));
    }

    /** Of each loop in the picture. */
    @Test
    void thePictureHasTheFiguresOfTheTable() throws Exception {
        String picture = Files.readString(Path.of("..", "..", ".github", "loops.svg"));
        long drawn = ROWS.stream()
                .filter(row -> picture.contains(
                        ">" + LoopDrawing.label(row.way(), LoopTable.text(LoopTable.motion(row, StepLoad.HEAVY, 60)))
                                + "<"))
                .count();
        assertEquals(5, drawn, picture);
    }

    private static void requireInPage(List<String> lines) {
        String table = String.join("\n", lines);
        assertTrue(page.contains("\n" + table + "\n"), () -> "gallery.md must have this table:\n" + table);
    }
}
