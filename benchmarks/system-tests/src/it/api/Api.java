import japicmp.cmp.JApiCmpArchive;
import japicmp.cmp.JarArchiveComparator;
import japicmp.cmp.JarArchiveComparatorOptions;
import japicmp.config.Options;
import japicmp.model.AccessModifier;
import japicmp.model.JApiChangeStatus;
import japicmp.model.JApiClass;
import japicmp.model.JApiCompatibility;
import japicmp.output.OutputFilter;
import java.io.File;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fails if the libraries break code that uses those of the last release, and the changes do not call the version
 * breaking, or do not name what breaks: modules and packages that are gone, types, and members of these. Arguments: the
 * jars of the last release, those of this build, both as class paths, the version, and the page of the changes.
 */
class Api {
    /** What breaks, as the names that the changes must have, with the reasons of japicmp. */
    private final Map<String, String> broken = new TreeMap<>();

    public static void main(String[] arguments) throws Exception {
        Api api = new Api();
        api.compare(modules(arguments[0]), modules(arguments[1]));
        Matcher changes = Pattern.compile("(?ms)^## " + Pattern.quote(arguments[2]) + " \\(breaking\\)$(.*?)(^## |\\z)")
                .matcher(Files.readString(Path.of(arguments[3])));
        String named = changes.find() ? changes.group(1) : "";
        api.broken.keySet().removeIf(names -> Stream.of(names.split(" "))
                .allMatch(name ->
                        Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(named).find()));
        api.broken.forEach((names, reasons) -> System.out.println(names.replace(' ', '.') + " " + reasons));
        System.exit(api.broken.isEmpty() ? 0 : 1);
    }

    private void compare(ModuleFinder before, ModuleFinder now) {
        Set<String> exported = exports(before);
        Set<String> gone = new TreeSet<>(exported);
        gone.removeAll(exports(now));
        gone.forEach(each -> broken.put(each, "is not exported"));
        for (ModuleReference old : before.findAll()) {
            String name = old.descriptor().name();
            now.find(name)
                    .ifPresentOrElse(
                            module -> compare(archive(old), archive(module), exported),
                            () -> broken.put(name, "is gone"));
        }
    }

    private void compare(JApiCmpArchive before, JApiCmpArchive now, Set<String> packages) {
        Options options = Options.newDefault();
        options.setAccessModifier(AccessModifier.PROTECTED);
        options.setOutputOnlyModifications(true);
        options.addIncludeFromArgument(Optional.of(String.join(";", packages)), true);
        // Superclasses of others cannot be found, and neither can types that only private members of the last release
        // name.
        options.setIgnoreMissingClasses(true);
        List<JApiClass> types = new ArrayList<>(
                new JarArchiveComparator(JarArchiveComparatorOptions.of(options)).compare(before, now));
        new OutputFilter(options).filter(types);
        for (JApiClass type : types) {
            // A nested type counts as a member. A removed type is named without its members.
            String name = type.getFullyQualifiedName().replaceFirst(".*\\.", "").replace('$', ' ');
            add(name, type);
            if (type.getChangeStatus() != JApiChangeStatus.REMOVED) {
                type.getMethods().forEach(each -> add(name + " " + each.getName(), each));
                type.getFields().forEach(each -> add(name + " " + each.getName(), each));
            }
        }
    }

    private void add(String names, JApiCompatibility element) {
        if (!element.isBinaryCompatible() || !element.isSourceCompatible()) {
            broken.put(names, element.getCompatibilityChanges().toString());
        }
    }

    private static ModuleFinder modules(String jars) {
        return ModuleFinder.of(Stream.of(jars.split(File.pathSeparator)).map(Path::of).toArray(Path[]::new));
    }

    private static Set<String> exports(ModuleFinder modules) {
        Set<String> packages = new TreeSet<>();
        modules.findAll().forEach(module -> module.descriptor().exports().stream()
                .filter(each -> !each.isQualified())
                .forEach(each -> packages.add(each.source())));
        return packages;
    }

    private static JApiCmpArchive archive(ModuleReference module) {
        return new JApiCmpArchive(new File(module.location().orElseThrow()), "");
    }
}
