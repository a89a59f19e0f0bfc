"""How mail programs quote: attribution lines, blocks of headers and HTML, by program and language.

The forms are those the programs write; the game's name, address and time are put in.
"""

from __future__ import annotations

from collections.abc import Callable

ME = "Lindy (Oh Hell!)"
AT = "table@ohhell.example"

ATTRIBUTIONS = {
    "gmail en-us": f"On Mon, Oct 5, 2026 at 10:04 AM {ME} <{AT}> wrote:",
    "gmail en-gb": f"On Mon, 5 Oct 2026 at 10:04, {ME} <{AT}> wrote:",
    "gmail en wrapped": f"On Mon, Oct 5, 2026 at 10:04 AM {ME} <\n{AT}> wrote:",
    "gmail en wrapped twice": f"On Mon, Oct 5, 2026 at 10:04 AM {ME}\n<{AT}>\nwrote:",
    "gmail en torn": f"On Mon, Oct 5, 2026 at 10:04 AM {ME} <{AT}\n> wrote:",
    "gmail de": f"Am Mo., 5. Okt. 2026 um 10:04 Uhr schrieb {ME} <{AT}>:",
    "gmail de wrapped": f"Am Mo., 5. Okt. 2026 um 10:04 Uhr schrieb {ME} <\n{AT}>:",
    "gmail fr": f"Le lun. 5 oct. 2026 à 10:04, {ME} <{AT}> a écrit :",
    "gmail fr wrapped": f"Le lun. 5 oct. 2026 à 10:04, {ME} <{AT}> a\nécrit :",
    "gmail it": f"Il giorno lun 5 ott 2026 alle ore 10:04 {ME} <{AT}>\nha scritto:",
    "gmail es": f"El lun, 5 oct 2026 a las 10:04, {ME} (<{AT}>)\nescribió:",
    "gmail pt-br": f"Em seg., 5 de out. de 2026 às 10:04, {ME} <{AT}>\nescreveu:",
    "gmail pt-pt": f"{ME} <{AT}> escreveu (segunda, 5/10/2026 à(s) 10:04):",
    "gmail nl": f"Op ma 5 okt 2026 om 10:04 schreef {ME} <{AT}>:",
    "gmail ro": f"În lun., 5 oct. 2026 la 10:04, {ME} <{AT}> a scris:",
    "gmail sv": f"Den mån 5 okt. 2026 kl 10:04 skrev {ME} <{AT}>:",
    "gmail sv bare": f"mån 5 okt. 2026 kl. 10:04 skrev {ME} <{AT}>:",
    "gmail da": f"Den man. 5. okt. 2026 kl. 10.04 skrev {ME} <{AT}>:",
    "gmail nb": f"man. 5. okt. 2026 kl. 10:04 skrev {ME} <{AT}\n>:",
    "gmail fi": f"ma 5. lokak. 2026 klo 10.04 {ME} ({AT}) kirjoitti:",
    "gmail pl": f"pon., 5 paź 2026 o 10:04 {ME} <{AT}> napisał(a):",
    "gmail cs": f"po 5. 10. 2026 v 10:04 odesílatel {ME} <{AT}>\nnapsal:",
    "gmail sk": f"po 5. 10. 2026 o 10:04 {ME} <{AT}> napísal(a):",
    "gmail hu": f"{ME} <{AT}> ezt írta (időpont: 2026. okt. 5.,\nH, 10:04):",
    "gmail ru": f"пн, 5 окт. 2026 г. в 10:04, {ME} <{AT}>:",
    "gmail ru wrapped": f"пн, 5 окт. 2026 г. в 10:04, {ME} <\n{AT}>:",
    "gmail uk": f"пн, 5 жовт. 2026 р. о 10:04 {ME} <{AT}> пише:",
    "gmail bg": f"На пн, 5.10.2026 г. в 10:04 {ME} <{AT}> написа:",
    "gmail hr": f"pon, 5. lis 2026. u 10:04 {ME} <{AT}> napisao\nje:",
    "gmail sr": f"пон, 5. окт 2026. у 10:04 {ME} <{AT}> је\nнаписао/ла:",
    "gmail sl": f"V V pon., 5. okt. 2026 ob 10:04 je oseba {ME} <{AT}>\nnapisala:",
    "gmail tr": f"{ME} <{AT}>, 5 Eki 2026 Pzt, 10:04 tarihinde şunu\nyazdı:",
    "gmail el": f"Στις Δευ 5 Οκτ 2026 στις 10:04 π.μ., ο χρήστης {ME} <{AT}>\nέγραψε:",
    "gmail he": "\u202bבתאריך יום ב׳, 5 באוק׳ 2026 ב-10:04 מאת "
    f"\u202a{ME}\u202c\u200f <\u202a{AT}\u202c\u200f>:\u202c",
    "gmail ar": f"في الاثنين، ٥ أكتوبر ٢٠٢٦ في ١٠:٠٤ ص تمت كتابة ما يلي بواسطة {ME} <\n{AT}>:",
    "gmail ja": f"2026年10月5日(月) 10:04 {ME} <{AT}>:",
    "gmail zh-cn": f"{ME} <{AT}> 于2026年10月5日周一 10:04写道：",
    "gmail zh-tw": f"{ME} <{AT}> 於 2026年10月5日 週一 上午10:04寫道：",
    "gmail ko": f"2026년 10월 5일 (월) 오전 10:04, {ME} <{AT}>님이 작성:",
    "gmail vi": f"Vào Th 2, 5 thg 10, 2026 vào lúc 10:04 {ME} <{AT}>\nđã viết:",
    "gmail id": f"Pada tanggal Sen, 5 Okt 2026 pukul 10.04 {ME} <{AT}>\nmenulis:",
    "gmail ca": f"Missatge de {ME} <{AT}> del dia dl., 5 d’oct. 2026\na les 10:04:",
    "gmail et": f"{ME} <{AT}> kirjutas kuupäeval E, 5. oktoober 2026\nkell 10:04:",
    "gmail lt": f"2026-10-05, pr, 10:04 {ME} <{AT}> rašė:",
    "gmail lv": f"pirmd., 2026. g. 5. okt., plkst. 10:04 — lietotājs {ME} (<\n{AT}>) rakstīja:",
    "gmail old": f"2026-10-05 10:04 GMT+02:00 {ME} <{AT}>:",
    "inbox": f"On Mon, Oct 5, 2026, 10:04 AM {ME} <{AT}> wrote:",
    "apple en": f"On 5 Oct 2026, at 10:04, {ME} <{AT}> wrote:",
    "apple en-us": f"On Oct 5, 2026, at 10:04\u202fAM, {ME} <{AT}> wrote:",
    "apple de": f"Am 05.10.2026 um 10:04 schrieb {ME} <{AT}>:",
    "apple fr": f"Le 5 oct. 2026 à 10:04, {ME} <{AT}> a écrit :",
    "apple it": f"Il giorno 5 ott 2026, alle ore 10:04, {ME} <{AT}> ha scritto:",
    "apple es": f"El 5 oct 2026, a las 10:04, {ME} <{AT}> escribió:",
    "apple nl": f"Op 5 okt. 2026, om 10:04 heeft {ME} <{AT}> het volgende geschreven:",
    "apple pt": f"Em 5 de out. de 2026, à(s) 10:04, {ME} <{AT}> escreveu:",
    "apple sv": f"5 okt. 2026 kl. 10:04 skrev {ME} <{AT}>:",
    "apple da": f"Den 5. okt. 2026 kl. 10.04 skrev {ME} <{AT}>:",
    "apple fi": f"{ME} <{AT}> kirjoitti 5.10.2026 kello 10.04:",
    "apple pl": f"Wiadomość napisana przez {ME} <{AT}> w dniu 05.10.2026, o godz. 10:04:",
    "apple ru": f"5 окт. 2026 г., в 10:04, {ME} <{AT}> написал(а):",
    "apple uk": f"5 жовт. 2026 р. о 10:04 {ME} <{AT}> пише:",
    "apple tr": f"{ME} <{AT}> şunları yazdı (5 Eki 2026 10:04):",
    "apple ja": f"2026/10/05 10:04、{ME} <{AT}>のメール:",
    "apple zh-cn": f"在 2026年10月5日，10:04，{ME} <{AT}> 写道：",
    "apple zh-tw": f"{ME} <{AT}> 於 2026年10月5日 上午10:04 寫道：",
    "apple ko": f"2026. 10. 5. 오전 10:04, {ME} <{AT}> 작성:",
    "apple el": f"5 Οκτ 2026, 10:04, ο χρήστης «{ME} <{AT}>» έγραψε:",
    "apple ro": f"Pe 5 oct. 2026, la 10:04, {ME} <{AT}> a scris:",
    "apple hu": f"{ME} <{AT}> írta (2026. okt. 5. dátummal, 10:04 időpontban):",
    "apple cs": f"5. 10. 2026 v 10:04, {ME} <{AT}>:",
    "apple he": f"\u200fב-5 באוק׳ 2026, בשעה 10:04, \u200f{ME} \u200f<{AT}> כתב/ה:",
    "thunderbird en": f"On 05/10/2026 10:04, {ME} wrote:",
    "thunderbird en-us": f"On 10/5/26 10:04 AM, {ME} wrote:",
    "thunderbird de": f"Am 05.10.26 um 10:04 schrieb {ME}:",
    "thunderbird fr": f"Le 05/10/2026 à 10:04, {ME} a écrit :",
    "thunderbird it": f"Il 05/10/2026 10:04, {ME} ha scritto:",
    "thunderbird es": f"El 5/10/26 a las 10:04, {ME} escribió:",
    "thunderbird nl": f"Op 05-10-2026 om 10:04 schreef {ME}:",
    "thunderbird pl": f"W dniu 5.10.2026 o 10:04, {ME} pisze:",
    "thunderbird cs": f"Dne 05. 10. 26 v 10:04 {ME} napsal(a):",
    "thunderbird sk": f"Dňa 5. 10. 2026 o 10:04 {ME} napísal(a):",
    "thunderbird hu": f"2026. 10. 05. 10:04 keltezéssel, {ME} írta:",
    "thunderbird ru": f"05.10.2026 10:04, {ME} пишет:",
    "thunderbird uk": f"05.10.26 10:04, {ME} пише:",
    "thunderbird sv": f"Den 2026-10-05 kl. 10:04, skrev {ME}:",
    "thunderbird da": f"Den 05.10.2026 kl. 10.04 skrev {ME}:",
    "thunderbird nb": f"Den 05.10.2026 10:04, skrev {ME}:",
    "thunderbird fi": f"{ME} kirjoitti 5.10.2026 klo 10.04:",
    "thunderbird pt": f"Em 05/10/2026 10:04, {ME} escreveu:",
    "thunderbird ro": f"Pe 05.10.2026 10:04, {ME} a scris:",
    "thunderbird el": f"Στις 5/10/2026 10:04 π.μ., ο/η {ME} έγραψε:",
    "thunderbird tr": f"5.10.2026 10:04 tarihinde {ME} yazdı:",
    "thunderbird ja": f"On 2026/10/05 10:04, {ME} wrote:",
    "thunderbird zh": f"在 2026/10/5 10:04, {ME} 写道:",
    "thunderbird ko": f"2026-10-05 오전 10:04에 {ME} 이(가) 쓴 글:",
    "yahoo en": f"On Monday, October 5, 2026 at 10:04:00 AM GMT+2, {ME} <{AT}> wrote:",
    "yahoo de": "Am Montag, 5. Oktober 2026 um 10:04:00 MESZ hat "
    f"{ME} <{AT}> Folgendes geschrieben:",
    "yahoo fr": f"Le lundi 5 octobre 2026 à 10:04:00 UTC+2, {ME} <{AT}> a écrit :",
    "yahoo es": f"El lunes, 5 de octubre de 2026, 10:04:00 CEST, {ME} <{AT}> escribió:",
    "yahoo it": f"Il lunedì 5 ottobre 2026 alle ore 10:04:00 CEST, {ME} <{AT}> ha scritto:",
    "outlook mac": f'On 05/10/2026, 10:04, "{ME}" <{AT}> wrote:',
    "outlook mac de": f'Am 05.10.26, 10:04 schrieb "{ME}" <{AT}>:',
    "outlook.com de": f"{ME} <{AT}> schrieb am Mo., 5. Okt. 2026, 10:04:",
    "samsung k-9 en": f'On 5 October 2026 10:04:00 CEST, "{ME}" <{AT}> wrote:',
    "k-9 de": f'Am 5. Oktober 2026 10:04:00 MESZ schrieb "{ME}" <{AT}>:',
    "k-9 fr": f"Le 5 octobre 2026 10:04:00 GMT+02:00, {ME} <{AT}> a écrit :",
    "spark en": f"On 5 Oct 2026, 10:04 +0200, {ME} <{AT}>, wrote:",
    "spark de": f"Am 5. Okt. 2026, 10:04 +0200 schrieb {ME} <{AT}>:",
    "proton en": f"On Monday, October 5th, 2026 at 10:04 AM, {ME} <{AT}> wrote:",
    "proton de": f"{ME} <{AT}> schrieb am Montag, 5. Oktober 2026 um 10:04:",
    "proton fr": f"Le lundi 5 octobre 2026 à 10:04, {ME} <{AT}> a écrit :",
    "proton bridge": "------- Original Message -------\n"
    f"On Monday, October 5th, 2026 at 10:04 AM, {ME} <{AT}> wrote:",
    "tutanota": f"5 Oct 2026, 10:04 by {AT}:",
    "mutt": f"On Mon, Oct 05, 2026 at 10:04:00AM +0200, {ME} wrote:",
    "mutt de": f"* {ME} schrieb am 05.Okt.2026 um 10:04 Uhr:",
    "gnus": f"{ME} <{AT}> writes:",
    "evolution": f"On Mon, 2026-10-05 at 10:04 +0200, {ME} wrote:",
    "evolution de": f"Am Montag, dem 05.10.2026 um 10:04 +0200 schrieb {ME}:",
    "kmail": f"On Monday, 5 October 2026 10:04:00 CEST {ME} wrote:",
    "kmail de": f"Am Montag, 5. Oktober 2026, 10:04:00 CEST schrieb {ME}:",
    "claws": f"On Mon, 05 Oct 2026 10:04:00 +0200\n{ME} <{AT}> wrote:",
    "roundcube en": f"On 2026-10-05 10:04, {ME} wrote:",
    "roundcube de": f"Am 2026-10-05 10:04, schrieb {ME}:",
    "horde": f"Quoting {ME} <{AT}>:",
    "horde de": f"Zitat von {ME} <{AT}>:",
    "zimbra": f"----- On Oct 5, 2026, at 10:04 AM, {ME} {AT} wrote:",
    "zoho": f"---- On Mon, 05 Oct 2026 10:04:00 +0200 {ME} <{AT}> wrote ----",
    "zoho fr": f"---- Le lun., 05 oct. 2026 10:04:00 +0200 {ME} <{AT}> a écrit ----",
    "mail.ru": f"Понедельник, 5 октября 2026, 10:04 +03:00 от {ME} <{AT}>:",
    "mail.ru en": f"Monday, 5 October 2026, 10:04 AM +03:00 from {ME} <{AT}>:",
    "yandex": f'05.10.2026, 10:04, "{ME}" <{AT}>:',
    "yandex en": f'10:04, October 5, 2026, "{ME}" <{AT}>:',
    "rambler": f"05.10.2026, 10:04, {ME} {AT} написал(а):",
    "ukr.net": f'5 жовтня 2026, 10:04:00, від "{ME}" <{AT}>:',
    "wp.pl": f"Dnia 5 października 2026 10:04 {ME} <{AT}> napisał(a):",
    "o2.pl": f"W dniu 2026-10-05 10:04:00 użytkownik {ME} <{AT}> napisał:",
    "windows mail": f"On Monday, October 5, 2026, {ME} <{AT}> wrote:",
    "fastmail": f"On Mon, 5 Oct 2026, at 10:04 AM, {ME} wrote:",
    "hey": f"On October 5, 2026, {ME} <{AT}> wrote:",
    "bluemail": f'On Oct 5, 2026, at 10:04, "{ME}" <{AT}> wrote:',
    "aquamail": f"On October 5, 2026 10:04:00 AM {ME} <{AT}> wrote:",
    "pine": f"On Mon, 5 Oct 2026, {ME} wrote:",
    "eudora": f"At 10:04 AM 10/5/2026, {ME} wrote:",
    "the bat": "Monday, October 5, 2026, 10:04:00 AM, you wrote:",
}

BLOCKS = {
    "outlook en": f"From: {ME} <{AT}>\nSent: Monday, October 5, 2026 10:04 AM\n"
    "To: Anna <anna@x.example>\nSubject: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook en mailto": f"From: {ME} [mailto:{AT}]\nSent: 05 October 2026 10:04\n"
    "To: Anna\nSubject: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook bold": f"*From:* {ME} <{AT}>\n*Sent:* Monday, October 5, 2026 10:04 AM\n"
    "*To:* Anna <anna@x.example>\n*Subject:* [Lindy 4/19] your bid, by Tue 9:00",
    "outlook web": "________________________________\n"
    f"From: {ME} <{AT}>\nSent: Monday, October 5, 2026 10:04 AM\n"
    "To: anna@x.example <anna@x.example>\nSubject: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook 2003": f"-----Original Message-----\nFrom: {ME} [mailto:{AT}]\n"
    "Sent: Monday, October 05, 2026 10:04 AM\nTo: Anna\nSubject: Deal 4",
    "outlook wrapped": f"From: {ME} \n<{AT}> \nSent: Monday, October 5, 2026 10:04 AM\n"
    "To: Anna <anna@x.example>\nSubject: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook de": f"Von: {ME} <{AT}>\nGesendet: Montag, 5. Oktober 2026 10:04\n"
    "An: Anna <anna@x.example>\nBetreff: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook fr": f"De : {ME} <{AT}>\nEnvoyé : lundi 5 octobre 2026 10:04\n"
    "À : Anna <anna@x.example>\nObjet : [Lindy 4/19] your bid, by Tue 9:00",
    "outlook it": f"Da: {ME} <{AT}>\nInviato: lunedì 5 ottobre 2026 10:04\n"
    "A: Anna <anna@x.example>\nOggetto: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook es": f"De: {ME} <{AT}>\nEnviado el: lunes, 5 de octubre de 2026 10:04\n"
    "Para: Anna <anna@x.example>\nAsunto: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook nl": f"Van: {ME} <{AT}>\nVerzonden: maandag 5 oktober 2026 10:04\n"
    "Aan: Anna <anna@x.example>\nOnderwerp: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook pt": f"De: {ME} <{AT}>\nEnviada em: segunda-feira, 5 de outubro de 2026 10:04\n"
    "Para: Anna <anna@x.example>\nAssunto: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook ro": f"De la: {ME} <{AT}>\nTrimis: luni, 5 octombrie 2026 10:04\n"
    "Către: Anna <anna@x.example>\nSubiect: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook sv": f"Från: {ME} <{AT}>\nSkickat: den 5 oktober 2026 10:04\n"
    "Till: Anna <anna@x.example>\nÄmne: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook da": f"Fra: {ME} <{AT}>\nSendt: 5. oktober 2026 10:04\n"
    "Til: Anna <anna@x.example>\nEmne: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook nb": f"Fra: {ME} <{AT}>\nSendt: mandag 5. oktober 2026 10:04\n"
    "Til: Anna <anna@x.example>\nEmne: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook fi": f"Lähettäjä: {ME} <{AT}>\nLähetetty: maanantai 5. lokakuuta 2026 10.04\n"
    "Vastaanottaja: Anna <anna@x.example>\nAihe: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook pl": f"Od: {ME} <{AT}>\nWysłano: poniedziałek, 5 października 2026 10:04\n"
    "Do: Anna <anna@x.example>\nTemat: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook cs": f"Od: {ME} <{AT}>\nOdesláno: pondělí 5. října 2026 10:04\n"
    "Komu: Anna <anna@x.example>\nPředmět: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook sk": f"Od: {ME} <{AT}>\nOdoslané: pondelok 5. októbra 2026 10:04\n"
    "Komu: Anna <anna@x.example>\nPredmet: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook hu": f"Feladó: {ME} <{AT}>\nElküldve: 2026. október 5., hétfő 10:04\n"
    "Címzett: Anna <anna@x.example>\nTárgy: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook ru": f"От: {ME} <{AT}>\nОтправлено: 5 октября 2026 г. 10:04\n"
    "Кому: Anna <anna@x.example>\nТема: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook uk": f"Від: {ME} <{AT}>\nНадіслано: 5 жовтня 2026 р. 10:04\n"
    "Кому: Anna <anna@x.example>\nТема: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook tr": f"Kimden: {ME} <{AT}>\nGönderildi: 5 Ekim 2026 Pazartesi 10:04\n"
    "Kime: Anna <anna@x.example>\nKonu: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook el": f"Από: {ME} <{AT}>\nΣτάλθηκε: Δευτέρα, 5 Οκτωβρίου 2026 10:04\n"
    "Προς: Anna <anna@x.example>\nΘέμα: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook he": f"מאת: {ME} <{AT}>\nנשלח: יום שני 05 אוקטובר 2026 10:04\n"
    "אל: Anna <anna@x.example>\nנושא: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook ar": f"من: {ME} <{AT}>\nتاريخ الإرسال: 05 أكتوبر, 2026 10:04\n"
    "إلى: Anna <anna@x.example>\nالموضوع: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook ja": f"差出人: {ME} <{AT}>\n送信日時: 2026年10月5日 10:04\n"
    "宛先: Anna <anna@x.example>\n件名: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook zh-cn": f"发件人: {ME} <{AT}>\n发送时间: 2026年10月5日 10:04\n"
    "收件人: Anna <anna@x.example>\n主题: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook zh-tw": f"寄件者: {ME} <{AT}>\n寄件日期: 2026年10月5日 上午 10:04\n"
    "收件者: Anna <anna@x.example>\n主旨: [Lindy 4/19] your bid, by Tue 9:00",
    "outlook ko": f"보낸 사람: {ME} <{AT}>\n보낸 날짜: 2026년 10월 5일 월요일 오전 10:04\n"
    "받는 사람: Anna <anna@x.example>\n제목: [Lindy 4/19] your bid, by Tue 9:00",
    "gmx": "Gesendet: Montag, 5. Oktober 2026 um 10:04 Uhr\n"
    f'Von: "{ME}" <{AT}>\nAn: anna@x.example\nBetreff: [Lindy 4/19] your bid, by Tue 9:00',
    "samsung en": f"-------- Original message --------\nFrom: {ME} <{AT}> \n"
    "Date: 05/10/2026  10:04  (GMT+01:00) \nTo: anna@x.example \nSubject: [Lindy] Deal 4",
    "samsung de": f"-------- Ursprüngliche Nachricht --------\nVon: {ME} <{AT}> \n"
    "Datum: 05.10.26  10:04  (GMT+01:00) \nAn: anna@x.example \nBetreff: [Lindy] Deal 4",
    "samsung fr": f"-------- Message d'origine --------\nDe : {ME} <{AT}> \n"
    "Date : 05/10/2026  10:04  (GMT+01:00) \nÀ : anna@x.example \nObjet : [Lindy] Deal 4",
    "samsung it": f"-------- Messaggio originale --------\nDa: {ME} <{AT}> \n"
    "Data: 05/10/26  10:04  (GMT+01:00) \nA: anna@x.example \nOggetto: [Lindy] Deal 4",
    "seznam": f"---------- Původní e-mail ----------\nOd: {ME} <{AT}>\n"
    "Komu: anna@x.example\nDatum: 5. 10. 2026 10:04:00\nPředmět: [Lindy] Deal 4",
    "orange.fr": f'====\n\nMessage du : 05/10/2026 10:04\nDe : "{ME}" <{AT}>\n'
    "A : anna@x.example\nCopie à : \nSujet : [Lindy 4/19] your bid, by Tue 9:00",
    "laposte.net": f'De : "{ME}" <{AT}>\nA : anna@x.example\n'
    "Envoyé: lundi 5 Octobre 2026 10:04\nObjet : [Lindy 4/19] your bid, by Tue 9:00",
    "libero.it": f"----Messaggio originale----\nDa: {AT}\nData: 05/10/2026 10.04\n"
    "A: <anna@x.example>\nOgg: [Lindy 4/19] your bid, by Tue 9:00",
    "qq": f'------------------ 原始邮件 ------------------\n发件人: "{ME}" <{AT}>;\n'
    '发送时间: 2026年10月5日(星期一) 上午10:04\n收件人: "Anna"<anna@x.example>;\n主题: Deal 4',
    "163": f'在 2026-10-05 10:04:00，"{ME}" <{AT}> 写道：',
    "naver": f'-----Original Message-----\nFrom: "{ME}"<{AT}>\nTo: <anna@x.example>;\n'
    "Cc:\nSent: 2026-10-05 (월) 10:04:00 (GMT+09:00)\nSubject: Deal 4",
    "lotus notes": f"-----{ME} wrote: -----\nTo: anna@x.example\nFrom: {ME}\n"
    "Date: 10/05/2026 10:04AM\nSubject: [Lindy 4/19] your bid, by Tue 9:00",
    "zimbra": f"----- Original Message -----\nFrom: {AT}\nTo: anna@x.example\n"
    "Sent: Monday, October 5, 2026 10:04:00 AM\nSubject: [Lindy 4/19] your bid, by Tue 9:00",
    "aol": f"-----Original Message-----\nFrom: {ME} <{AT}>\nTo: anna <anna@x.example>\n"
    "Sent: Mon, Oct 5, 2026 10:04 am\nSubject: [Lindy 4/19] your bid, by Tue 9:00",
    "t-online": f"-----Original-Nachricht-----\nBetreff: [Lindy] Deal 4\n"
    f'Datum: 2026-10-05T10:04:00+0200\nVon: "{ME}" <{AT}>\nAn: anna@x.example',
    "gmail forward": f"---------- Forwarded message ---------\nFrom: {ME} <{AT}>\n"
    "Date: Mon, Oct 5, 2026 at 10:04 AM\nSubject: [Lindy] Deal 4\nTo: <anna@x.example>",
    "gmail forward de": f"---------- Forwarded message ---------\nVon: {ME} <{AT}>\n"
    "Date: Mo., 5. Okt. 2026 um 10:04 Uhr\nSubject: [Lindy] Deal 4\nTo: <anna@x.example>",
    "apple forward": f"Begin forwarded message:\n\nFrom: {ME} <{AT}>\n"
    "Subject: [Lindy] Deal 4\nDate: 5 October 2026 at 10:04:00 CEST\nTo: anna@x.example",
}

HTML: dict[str, Callable[[str, str], str]] = {
    "gmail": lambda answer, quoted: (
        f'<div dir="ltr">{answer}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">On Mon, 5 Oct 2026 at 10:04, {ME} &lt;'
        f'<a href="mailto:{AT}">{AT}</a>&gt; wrote:<br></div><blockquote class="gmail_quote" '
        'style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">'
        f"{quoted}</blockquote></div>"
    ),
    "gmail app": lambda answer, quoted: (
        f'<div dir="auto">{answer}</div><br><div class="gmail_quote"><div dir="ltr" '
        f'class="gmail_attr">Le lun. 5 oct. 2026, 10:04, {ME} &lt;{AT}&gt; a écrit :<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{quoted}</blockquote></div>'
    ),
    "outlook 2007": lambda answer, quoted: (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal '
        "{margin:0cm} --></style></head><body lang=FR><div class=WordSection1>"
        f"<p class=MsoNormal><span style='color:#1F497D'>{answer}<o:p></o:p></span></p>"
        "<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #B5C4DF "
        "1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b><span>De&nbsp;:</span></b> "
        f"{ME} [mailto:{AT}] <br><b>Envoyé&nbsp;:</b> lundi 5 octobre 2026 10:04<br><b>À&nbsp;:"
        "</b> Anna<br><b>Objet&nbsp;:</b> Deal 4<o:p></o:p></p></div><p class=MsoNormal><o:p>"
        f"&nbsp;</o:p></p>{quoted}</div></body></html>"
    ),
    "outlook 365": lambda answer, quoted: (
        f'<html><body dir="ltr"><div class="elementToProof">{answer}</div><div id="appendonsend">'
        '</div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" '
        f'dir="ltr"><font face="Calibri"><b>Von:</b> {ME} &lt;{AT}&gt;<br><b>Gesendet:</b> Montag, '
        "5. Oktober 2026 10:04<br><b>An:</b> Anna<br><b>Betreff:</b> Deal 4</font><div>&nbsp;</div>"
        f"</div>{quoted}</body></html>"
    ),
    "outlook mobile": lambda answer, quoted: (
        f'<html><body><div dir="auto">{answer}</div><div id="ms-outlook-mobile-signature">'
        '<div><br></div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr '
        'style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">'
        f"<b>From:</b> {ME} &lt;{AT}&gt;<br><b>Sent:</b> Monday, October 5, 2026 10:04:00 AM<br>"
        f"<b>To:</b> Anna<br><b>Subject:</b> Deal 4</div>{quoted}</body></html>"
    ),
    "hotmail": lambda answer, quoted: (
        f"<body class='hmmessage'><div dir='ltr'>{answer}<br><br><div><hr id=\"stopSpelling\">"
        f"Date: Mon, 5 Oct 2026 10:04:00 +0200<br>Subject: Deal 4<br>From: {AT}<br>To: "
        f"anna@x.example<br><br>{quoted}</div></div></body>"
    ),
    "apple": lambda answer, quoted: (
        '<html><body style="overflow-wrap: break-word;">'
        f'{answer}<br><div><br><blockquote type="cite"><div>On 5 Oct 2026, at 10:04, {ME} '
        f'&lt;{AT}&gt; wrote:</div><br class="Apple-interchange-newline"><div>{quoted}</div>'
        "</blockquote></div><br></body></html>"
    ),
    "iphone": lambda answer, quoted: (
        f'<html><body dir="auto">{answer}<div><br></div><div dir="ltr">Von meinem iPhone gesendet'
        '</div><div dir="ltr"><br><blockquote type="cite">Am 05.10.2026 um 10:04 schrieb '
        f'{ME} &lt;{AT}&gt;:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">'
        f"\ufeff{quoted}</div></blockquote></body></html>"
    ),
    "thunderbird": lambda answer, quoted: (
        f'<html><body><p>{answer}</p><div class="moz-cite-prefix">Am 05.10.26 um 10:04 schrieb '
        f'{ME}:<br></div><blockquote type="cite" cite="mid:x@y">{quoted}</blockquote>'
        '<div class="moz-signature">-- <br>Anna</div></body></html>'
    ),
    "yahoo": lambda answer, quoted: (
        f'<html><body><div class="yahoo-style-wrap"><div dir="ltr">{answer}</div><div><br></div>'
        '</div><div id="ydp1yahoo_quoted_1" class="yahoo_quoted"><div><div>On Monday, October 5, '
        f"2026 at 10:04:00 AM GMT+2, {ME} &lt;{AT}&gt; wrote:</div><div><br></div>{quoted}</div>"
        "</div></body></html>"
    ),
    "mail.ru": lambda answer, quoted: (
        f'<HTML><BODY><div>{answer}</div><div>&nbsp;</div><blockquote style="border-left:1px '
        'solid #0857A6; margin:10px; padding:0 0 0 10px;">Понедельник, 5 октября 2026, 10:04 '
        f"+03:00 от {ME} &lt;{AT}&gt;:<br>&nbsp;<div>{quoted}</div></blockquote></BODY></HTML>"
    ),
    "yandex": lambda answer, quoted: (
        f'<div>{answer}</div><div> </div><div>05.10.2026, 10:04, "{ME}" &lt;{AT}&gt;:</div>'
        f"<blockquote><div>{quoted}</div></blockquote>"
    ),
    "windows mail": lambda answer, quoted: (
        f'<html><body dir="ltr"><div data-externalstyle="false" dir="ltr"><div>{answer}</div>'
        '<div data-signatureblock="true"><div><br></div><div>Sent from Windows Mail</div></div>'
        '<div style="padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-width: 1px;'
        f' border-top-style: solid;"><div><b>From:</b>&nbsp;{ME}<br><b>Sent:</b>&nbsp;Monday, '
        f"October 5, 2026 10:04 AM<br><b>To:</b>&nbsp;Anna</div></div><div><br></div>{quoted}"
        "</div></body></html>"
    ),
    "proton": lambda answer, quoted: (
        f'<div style="font-family: Arial;">{answer}</div><div class="protonmail_signature_block">'
        '<div class="protonmail_signature_block-proton">Sent with <a href="https://proton.me">Proton'
        ' Mail</a> secure email.</div></div><div class="protonmail_quote">On Monday, October 5th, '
        f'2026 at 10:04 AM, {ME} &lt;{AT}&gt; wrote:<br><blockquote class="protonmail_quote" '
        f'type="cite">{quoted}</blockquote><br></div>'
    ),
    "gmx": lambda answer, quoted: (
        f'<html><body><div><div>{answer}</div><div>&nbsp;<div>&nbsp;<div name="quote" '
        'style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid '
        '#C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Montag, 5. Oktober 2026 um'
        f' 10:04 Uhr<br/><b>Von:</b>&nbsp;"{ME}" &lt;{AT}&gt;<br/><b>An:</b>&nbsp;anna@x.example'
        f"<br/><b>Betreff:</b>&nbsp;Deal 4</div>{quoted}</div></div></div></div></body></html>"
    ),
    "samsung": lambda answer, quoted: (
        f'<html><body dir="auto"><div dir="auto">{answer}</div><div id="composer_signature" '
        'dir="auto"><div style="font-size:12px">Envoyé depuis mon appareil Galaxy</div></div><div>'
        '<br></div><div align="left" dir="auto" style="font-size:100%"><div>-------- Message '
        f"d'origine --------</div><div>De : {ME} &lt;{AT}&gt; </div><div>Date : 05/10/2026  10:04  "
        "(GMT+01:00) </div><div>À : anna@x.example </div><div>Objet : Deal 4 </div><div><br></div>"
        f"</div>{quoted}</body></html>"
    ),
    "k-9": lambda answer, quoted: (
        f'<html><body dir="auto"><div dir="auto">{answer}</div><br><br><div class="gmail_quote">'
        f'<div dir="auto">On 5 October 2026 10:04:00 CEST, "{ME}" &lt;{AT}&gt; wrote:</div>'
        '<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid '
        f'rgb(204, 204, 204); padding-left: 1ex;">{quoted}</blockquote></div></body></html>'
    ),
    "spark": lambda answer, quoted: (
        f'<html><body><div name="messageBodySection"><div dir="auto">{answer}</div></div><div '
        'name="messageReplySection">On 5 Oct 2026, 10:04 +0200, '
        f'{ME} &lt;{AT}&gt;, wrote:<br><blockquote type="cite" style="border-left-width: 1px;">'
        f"{quoted}</blockquote></div></body></html>"
    ),
    "zimbra": lambda answer, quoted: (
        f'<html><body><div>{answer}</div><div><br></div><hr id="zwchr" data-marker="__DIVIDER__">'
        f'<div data-marker="__HEADERS__"><b>From: </b>"{ME}" &lt;{AT}&gt;<br><b>To: </b>Anna<br>'
        "<b>Sent: </b>Monday, October 5, 2026 10:04:00 AM<br><b>Subject: </b>Deal 4<br></div><div "
        f'data-marker="__QUOTED_TEXT__">{quoted}</div></body></html>'
    ),
    "roundcube": lambda answer, quoted: (
        f'<html><body><p>{answer}</p><p id="reply-intro">Am 2026-10-05 10:04, schrieb {ME}:</p>'
        f'<blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid">{quoted}'
        "</blockquote></body></html>"
    ),
    "outlook mac 2011": lambda answer, quoted: (
        f'<html><body><div>{answer}</div><div><br></div><span id="OLK_SRC_BODY_SECTION"><div '
        'style="border-top: #b5c4df 1pt solid; padding-top: 3pt;"><span>From: </span> '
        f"{ME} &lt;{AT}&gt;<br><span>Date: </span> Monday, October 5, 2026 at 10:04 AM<br><span>"
        f"To: </span> Anna<br><span>Subject: </span> Deal 4<br></div>{quoted}</span></body></html>"
    ),
    "no marks at all": lambda answer, quoted: f"<html><body><p>{answer}</p>{quoted}</body></html>",
}
